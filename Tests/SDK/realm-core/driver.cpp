// Realm Core's App Services client on a pipe: a line of JSON with a call comes in, a line with what came of it goes out.
//
//   in   {"client":1,"url":"http://127.0.0.1:8080","app":"realm-by-link","call":"logIn","args":["ada@example.com","…"]}
//   out  {"value":{…}}   or   {"error":{"code":"InvalidPassword","status":401,…}}
//
// Each client is an `App` of its own, which keeps its users in memory.

#include <cstdio>
#include <iostream>
#include <map>
#include <string>

#include <curl/curl.h>
#include <json.hpp>
#include <realm/object-store/sync/app.hpp>
#include <realm/object-store/sync/app_user.hpp>

using namespace realm;
using namespace realm::app;
using nlohmann::json;

/// Sends requests with libcurl, and answers before it returns.
class CurlTransport : public GenericNetworkTransport {
    static size_t write(char* data, size_t size, size_t count, std::string* body)
    {
        body->append(data, size * count);
        return size * count;
    }

    static size_t header(char* data, size_t size, size_t count, HttpHeaders* headers)
    {
        std::string line(data, size * count);
        const auto colon = line.find(':');
        if (colon != std::string::npos) {
            const auto from = line.find_first_not_of(' ', colon + 1);
            const auto to = line.find_last_not_of("\r\n");
            (*headers)[line.substr(0, colon)] = from <= to ? line.substr(from, to - from + 1) : "";
        }
        return size * count;
    }

    void send_request_to_server(const Request& request, util::UniqueFunction<void(const Response&)>&& done) override
    {
        static const std::map<HttpMethod, const char*> methods = {{HttpMethod::get, "GET"},
                                                                  {HttpMethod::post, "POST"},
                                                                  {HttpMethod::patch, "PATCH"},
                                                                  {HttpMethod::put, "PUT"},
                                                                  {HttpMethod::del, "DELETE"}};
        Response response{0, 0, {}, "", util::none};
        CURL* curl = curl_easy_init();
        curl_slist* headers = nullptr;
        for (const auto& [name, value] : request.headers)
            headers = curl_slist_append(headers, (name + ": " + value).c_str());
        curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
        curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, methods.at(request.method));
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, long(request.timeout_ms));
        if (request.method != HttpMethod::get) {
            curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, long(request.body.size()));
            curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.body.c_str());
        }
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, write);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, &response.body);
        curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, header);
        curl_easy_setopt(curl, CURLOPT_HEADERDATA, &response.headers);
        const CURLcode result = curl_easy_perform(curl);
        long status = 0;
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        response.http_status_code = int(status);
        if (result != CURLE_OK)
            response.custom_status_code = result;
        curl_slist_free_all(headers);
        curl_easy_cleanup(curl);
        done(response);
    }
};

static json told(const AppError& error)
{
    json told = {{"code", ErrorCodes::error_string(error.code())}, {"text", std::string(error.reason())}};
    if (error.additional_status_code)
        told["status"] = *error.additional_status_code;
    if (!error.server_error.empty())
        told["serverError"] = error.server_error;
    if (!error.link_to_server_logs.empty())
        told["link"] = error.link_to_server_logs;
    return {{"error", told}};
}

static json told(const std::shared_ptr<User>& user)
{
    if (!user)
        return {{"value", nullptr}};
    static const char* const states[] = {"logged-out", "logged-in", "removed"};
    json identities = json::array();
    for (const auto& identity : user->identities())
        identities.push_back({{"id", identity.id}, {"providerType", identity.provider_type}});
    json value = {{"id", user->user_id()},
                  {"deviceId", user->device_id()},
                  {"state", states[int(user->state())]},
                  {"accessToken", user->access_token()},
                  {"refreshToken", user->refresh_token()},
                  {"identities", identities},
                  {"profile", json::parse(bson::Bson(user->user_profile().data()).toJson())}};
    if (const auto email = user->user_profile().email())
        value["email"] = *email;
    if (const auto data = user->custom_data())
        value["customData"] = json::parse(bson::Bson(*data).toJson());
    return {{"value", value}};
}

/// What a call came to. Requests are answered before they return, so it is known at once.
static json called(const SharedApp& app, const std::string& name, const json& args)
{
    json result = {{"error", {{"code", "NoAnswer"}}}};
    const auto text = [&](size_t index) { return args.at(index).get<std::string>(); };
    const auto done = [&](std::optional<AppError> error) { result = error ? told(*error) : json{{"value", nullptr}}; };
    auto people = app->provider_client<App::UsernamePasswordProviderClient>();
    const auto user = app->current_user();

    if (name == "register")
        people.register_email(text(0), text(1), done);
    else if (name == "confirm")
        people.confirm_user(text(0), text(1), done);
    else if (name == "resend")
        people.resend_confirmation_email(text(0), done);
    else if (name == "retry")
        people.retry_custom_confirmation(text(0), done);
    else if (name == "sendReset")
        people.send_reset_password_email(text(0), done);
    else if (name == "reset")
        people.reset_password(text(2), text(0), text(1), done);
    else if (name == "callReset")
        people.call_reset_password_function(text(0), text(1), bson::BsonArray(bson::parse(args.at(2).dump())), done);
    else if (name == "logIn")
        app->log_in_with_credentials(AppCredentials::username_password(text(0), text(1)),
                                     [&](const std::shared_ptr<User>& user, std::optional<AppError> error) {
                                         result = error ? told(*error) : told(user);
                                     });
    else if (name == "user")
        result = told(user);
    else if (name == "refresh")
        app->refresh_custom_data(user, done);
    else if (name == "callFunction")
        app->call_function(user, text(0), bson::BsonArray(), util::none,
                           [&](std::optional<bson::Bson>&&, std::optional<AppError> error) { done(error); });
    else if (name == "spoilAccessToken")
        user->update_data_for_testing([&](UserData& data) {
            data.access_token = RealmJWT(text(0));
            result = {{"value", nullptr}};
        });
    else if (name == "logOut")
        app->log_out(done);
    else if (name == "delete")
        app->delete_user(user, done);
    return result;
}

int main()
{
    curl_global_init(CURL_GLOBAL_DEFAULT);
    util::LogCategory::realm.set_default_level_threshold(util::Logger::Level::off);
    std::map<int, SharedApp> apps;
    for (std::string line; std::getline(std::cin, line);) {
        json answer;
        try {
            const json call = json::parse(line);
            auto& app = apps[call.at("client").get<int>()];
            if (!app) {
                AppConfig config;
                config.app_id = call.at("app").get<std::string>();
                config.base_url = call.at("url").get<std::string>();
                config.transport = std::make_shared<CurlTransport>();
                config.metadata_mode = AppConfig::MetadataMode::InMemory;
                config.device_info.platform_version = config.device_info.sdk_version = "1";
                config.device_info.sdk = "driver";
                app = App::get_app(App::CacheMode::Disabled, config);
            }
            answer = called(app, call.at("call").get<std::string>(), call.at("args"));
        }
        catch (const std::exception& error) {
            answer = {{"error", {{"code", "Thrown"}, {"text", error.what()}}}};
        }
        std::cout << answer.dump() << std::endl;
    }
}

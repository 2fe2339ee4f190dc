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

#include <json.hpp>
#include <realm/object-store/sync/app.hpp>
#include <realm/object-store/sync/app_user.hpp>

#include "transport.hpp"

using namespace realm;
using namespace realm::app;
using nlohmann::json;

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

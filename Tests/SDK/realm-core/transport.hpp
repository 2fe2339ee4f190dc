// How Realm Core sends requests here.

#pragma once

#include <curl/curl.h>
#include <map>
#include <string>

#include <realm/object-store/sync/generic_network_transport.hpp>

namespace realm::app {

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

} // namespace realm::app

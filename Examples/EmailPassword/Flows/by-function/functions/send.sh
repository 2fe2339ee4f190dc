# Stands in for a mail or a text message of the function's own: appends the link of a request to sent.jsonl, a line each,
# as the server's development outbox has them. $1: the request.
send() {
  member() { printf '%s' "$2" | sed -n "s/.*\"$1\":\"\\([^\"]*\\)\".*/\\1/p"; }
  printf '{"to":"%s","token":"%s","tokenId":"%s"}\n' \
    "$(member email "$1")" "$(member token "$1")" "$(member tokenId "$1")" >> sent.jsonl
}

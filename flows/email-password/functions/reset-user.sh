#!/bin/sh
# Decides whether a password may be reset. A stand-in for development: a security question, "Which colour do you like?"
#   "blue" as the first argument    success   the password is set at once
#   no arguments                    pending   nothing changes until the link is opened; a real function would send it
#   anything else                   fail      refused
# Anyone may ask for a reset, so answer success only where the arguments really prove who asks. A colour does not.
# In: the request as JSON on standard input. Out: the answer as JSON on standard output.

request=$(tr -d '[:space:]')

case $request in
  *'"arguments":["blue"'*) status=success ;;
  *'"arguments":[]'*) status=pending ;;
  *) status=fail ;;
esac

printf '{"status":"%s"}\n' "$status"

#!/bin/sh
# Decides whether a password may be reset. The security question is "Which colour do you like?"
#   "blue" as the first argument    success   the password is set at once
#   no arguments                    pending   nothing changes until the link that is sent here is opened
#   anything else                   fail      refused
# Anyone may ask for a reset, so answer success only where the arguments really prove who asks. A colour does not.
. functions/send.sh
request=$(cat)

case $request in
  *'"arguments":["blue"'*) status=success ;;
  *'"arguments":[]'*) status=pending; send "$request" ;;
  *) status=fail ;;
esac

printf '{"status":"%s"}\n' "$status"

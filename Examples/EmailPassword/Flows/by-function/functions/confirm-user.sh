#!/bin/sh
# Decides whether a new account is confirmed. The e-mail address says what to answer:
#   fail…@      fail      refused; an account that was just registered is taken back
#   pending…@   pending   the account waits until the link that is sent here is opened
#   others      success   confirmed at once
. functions/send.sh
request=$(cat)

case $request in
  *'"email":"fail'*) status=fail ;;
  *'"email":"pending'*) status=pending; send "$request" ;;
  *'"email":"'*) status=success ;;
  *) status=fail ;;
esac

printf '{"status":"%s"}\n' "$status"

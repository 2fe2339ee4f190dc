# One command a job. `make build` leaves the release binary at .build/release/usher.
# RELEASE links Swift's libraries statically: the program starts in a third of the time.

SWIFT ?= swift
RELEASE := -c release --static-swift-stdlib

.PHONY: build run test sdk bench format lint snapshots setup clean

build: setup
	$(SWIFT) build $(RELEASE) --product usher

run: build
	.build/release/usher run flows/native-auth sign-up

# Each target is tested in a process of its own: what one opens, holds or waits for does not disturb another.
test: setup
	$(SWIFT) build --build-tests
	@for target in $(sort $(notdir $(wildcard Tests/*Tests))); do \
	  echo "== $$target"; \
	  $(SWIFT) test --skip-build --filter "^$$target\." || exit 1; \
	done

# The shipped SDKs, which you bring: see Tests/SDK/README.md. No part of the tests that CI runs.
sdk: setup
	$(SWIFT) build --product usher
	MSAL="$(MSAL)" REALM="$(REALM)" ONLY="$(ONLY)" USHER=.build/debug/usher node Tests/SDK/run.mjs

bench: setup
	$(SWIFT) build $(RELEASE) --product usher
	$(SWIFT) build $(RELEASE) --product bench
	.build/release/bench .build/release/usher

# Goldens are rewritten by this command alone; the run then fails once, so that nobody records by accident.
snapshots: setup
	-SNAPSHOTS=record $(SWIFT) test
	git --no-pager diff --stat -- Tests

format:
	$(SWIFT) format -i -r Package.swift Sources Tests Examples

lint:
	$(SWIFT) format lint --strict -r Package.swift Sources Tests Examples

setup:
	@.ci/setup

clean:
	rm -rf .build

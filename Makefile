# One command a job. `make build` leaves the release binary at .build/release/usher.
# RELEASE links Swift's libraries statically: the program starts in a third of the time.

SWIFT ?= swift
RELEASE := -c release --static-swift-stdlib

.PHONY: build programs run test nightly examples docs mutations sanitize sdk bench timing load format lint snapshots explanations reference scaffold words setup clean

build: setup
	$(SWIFT) build $(RELEASE) --product usher

# All that tests start as a process, made as users make it.
programs: build
	@for program in embed-example receiver-example StorageWriter TerminalFixture; do \
	  $(SWIFT) build $(RELEASE) --product $$program || exit 1; \
	done

run: build
	.build/release/usher run flows/native-auth sign-up

# What speaks to a process speaks to the release build; units are tested in debug. Each target is tested in a process of
# its own: what one opens, holds or waits for does not disturb another.
test: programs
	$(SWIFT) build --build-tests
	@for target in $(sort $(notdir $(wildcard Tests/*Tests))); do \
	  echo "== $$target"; \
	  $(SWIFT) test --skip-build --filter "^$$target\." || exit 1; \
	done

# So many random tenants that the compiler accepts 100,000 of them, none of which may come to harm: in an optimised build.
# `SOUNDNESS_SEED=7 make nightly` draws others.
TENANTS ?= 300000
NIGHTLY := -c release -Xswiftc -enable-testing --scratch-path .build/nightly

nightly: setup
	USHER_TESTS=SoundnessTests $(SWIFT) build $(NIGHTLY) --build-tests
	USHER_TESTS=SoundnessTests SOUNDNESS_TENANTS=$(TENANTS) $(SWIFT) test $(NIGHTLY) --skip-build --filter "^SoundnessTests\."

# Packages outside of this one, which depend on it as others do. They share the debug build, which is theirs as well; what
# speaks to a server speaks to the release build.
examples: build
	@for example in Backend Transport NativeAuth EmailPassword; do \
	  $(SWIFT) test --package-path Examples/$$example --scratch-path .build || exit 1; \
	done

# The documentation of the public libraries; a warning is an error.
docs: setup
	$(SWIFT) build
	.ci/docs

# The tests of all that calls C, in a build with sanitizers. That of addresses reports; undefined behaviour in C and C++
# traps, as swiftc knows no such sanitizer here. What Swift keeps for the life of a process is no leak.
# `.ci/modules check` wants the tests of each module that imports C.
SANITIZED := FlowHTTP NativeAuth AppServices Transport FlowTokens FlowDelivery FlowStorage FlowStoragePostgres \
  FlowPasswords FlowYAML FlowExpression FlowModel FlowRuntime FlowTooling FlowClient
UNDEFINED := -fsanitize=undefined -fsanitize-trap=undefined
SANITIZE := --scratch-path .build/sanitize --sanitize address \
  $(foreach flag,$(UNDEFINED),-Xcc $(flag) -Xcxx $(flag))

sanitize: programs
	$(SWIFT) build $(SANITIZE) --build-tests
	@for target in $(SANITIZED); do \
	  echo "== $$target, sanitized"; \
	  [ -d Tests/$${target}Tests ] || exit 1; \
	  ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test $(SANITIZE) --skip-build --filter "^$${target}Tests\." || exit 1; \
	done

# Takes invariants of the engine and the analysis away, one by one; the tests named in Tests/Mutations/*.patch must fail.
mutations: setup
	Tests/Mutations/run

# The shipped SDKs, which you bring: see Tests/SDK/README.md. No part of the tests that CI runs.
sdk: build
	MSAL="$(MSAL)" MSAL_IOS="$(MSAL_IOS)" REALM="$(REALM)" REALM_CORE="$(REALM_CORE)" ONLY="$(ONLY)" \
	  USHER=.build/release/usher node Tests/SDK/run.mjs

bench: setup
	$(SWIFT) build $(RELEASE) --product usher
	$(SWIFT) build $(RELEASE) --product bench
	.build/release/bench .build/release/usher

# Whether the time of a request tells who has an account. It measures, and fails nothing: PAIRS=2000 takes minutes.
PAIRS ?= 500
timing: build
	Tests/Timing/measure .build/release/usher $(PAIRS)

# Log-ins a second while more and more want them. It measures, and fails nothing.
load: build
	Tests/Load/log-ins .build/release/usher

# Goldens are rewritten by this command alone; the run then fails once, so that nobody records by accident.
snapshots: programs
	-SNAPSHOTS=record $(SWIFT) test
	git --no-pager diff --stat -- Tests

# The pages of `usher explain` are files; this brings them into the program. A test fails where it was forgotten.
explanations:
	python3 Sources/FlowCompiler/Explanations/generate.py

# So are the pages of the language's reference.
reference:
	python3 Sources/FlowTooling/Reference/generate.py

# So are the files that `usher init` writes.
scaffold:
	python3 Sources/FlowTooling/Scaffold/generate.py

# So are the standard words of other languages.
words:
	python3 Sources/FlowModel/Languages/generate.py

format:
	$(SWIFT) format -i -r Package.swift Sources Tests Examples

# Format, and that Package.swift names for each module exactly what it imports.
lint:
	$(SWIFT) format lint --strict -r Package.swift Sources Tests Examples
	.ci/modules check

setup:
	@.ci/setup

clean:
	rm -rf .build

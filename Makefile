# The one entry for building, testing and installing docsearch. "make help" lists the targets.

SWIFT ?= swift
PYTHON ?= /usr/bin/python3
PREFIX ?= /usr/local
DESTDIR ?=

# No search path for libraries beside the program: starting is faster, and no library can be planted there.
RELEASE = -c release --static-swift-stdlib --disable-local-rpath
# Each by its name: once it has built one product, SwiftPM 6.3 takes the tools of our dependencies for ours when it is to
# build everything, and these do not link with the run time inside.
BUILD_PROGRAM = DOCSEARCH_FAST_START=1 $(SWIFT) build $(RELEASE) --product
# Benchmarks is a package of its own and may be absent.
SWIFT_SOURCES = $(wildcard Sources Tests Samples Fuzz Benchmarks Package.swift)
# For each of the three fuzzers, which run at the same time.
FUZZ_SECONDS ?= 3600
# What a run of the benchmarks is held against: the newest record; worse by more than so many per cent counts.
RECORD ?= $(lastword $(sort $(wildcard Benchmarks/Results/*.json)))
WORSE ?= 3
# Names of benchmarks with commas between them; all of them when empty.
ONLY ?=

.DEFAULT_GOAL := build
.PHONY: deps build build-demo test model recognizer test-recognizer search-engine crashtest fliptest test-slurm fuzz demo demo-serve lint format check-layers check-browser check-mcp check-docs check-api api check-updates \
	install uninstall deb check-deb dist sbom \
	docs bench bench-record bench-compare samples clean help

deps:  ## Install the Debian packages that are missing (root or sudo)
	@Tools/install-dependencies.sh

build: build-demo  ## Build the programs for use: optimised, with the Swift run time inside
	$(BUILD_PROGRAM) docsearch-serve
	$(BUILD_PROGRAM) generate-manual

test: deps  ## Build everything for debugging and run all tests
	DOCSEARCH_OPTIMIZED=1 $(SWIFT) build --build-tests
	DOCSEARCH_OPTIMIZED=1 $(SWIFT) test --skip-build --quiet

recognizer: deps  ## Fetch RapidOCR (PyPI) for the tests that need it: DOCSEARCH_RECOGNIZERS=DIR, or where programs keep data
	DOCSEARCH_OPTIMIZED=1 $(SWIFT) build --product docsearch
	"$$($(SWIFT) build --show-bin-path)/docsearch" recognizer install rapidocr

test-recognizer: deps  ## Run the tests that need RapidOCR, by themselves: DOCSEARCH_RECOGNIZERS=DIR
	DOCSEARCH_OPTIMIZED=1 $(SWIFT) build --build-tests
	DOCSEARCH_OPTIMIZED=1 $(SWIFT) test --skip-build --quiet --filter RapidOCRTests

model: deps  ## Fetch the models (175 MB) for the tests that need them: DOCSEARCH_MODEL=DIR, or where programs keep data
	DOCSEARCH_OPTIMIZED=1 $(SWIFT) build --product docsearch
	"$$($(SWIFT) build --show-bin-path)/docsearch" model install --model minilm
	"$$($(SWIFT) build --show-bin-path)/docsearch" model install --model e5-small

search-engine:  ## Fetch osmem-server (PyPI), which the tests of feeds speak to
	$(PYTHON) -m pip install --quiet --upgrade --target .build/osmem osmem-server==0.1.6

crashtest: deps  ## Kill runs 200 times at random moments and compare what they leave with a run left alone
	DOCSEARCH_OPTIMIZED=1 $(SWIFT) build --build-tests
	DOCSEARCH_OPTIMIZED=1 DOCSEARCH_TORTURE=200 $(SWIFT) test --skip-build --filter CrashTests

fliptest: deps  ## Flip 200 single bits in each of the three files of an index and compare what runs make of them
	DOCSEARCH_OPTIMIZED=1 $(SWIFT) build --build-tests
	DOCSEARCH_OPTIMIZED=1 DOCSEARCH_TORTURE=200 $(SWIFT) test --skip-build --filter 'FlipTests|WildNumberTests'

test-slurm: deps  ## Run packages of a farm in a Slurm of three nodes on this machine (root, slurm-wlm, munge)
	DOCSEARCH_OPTIMIZED=1 $(SWIFT) build --build-tests
	SWIFT="$(SWIFT)" Tools/test-slurm.sh

fuzz: deps  ## Feed made up bundles and frames to the readers, with the address sanitizer: FUZZ_SECONDS=3600
	DOCSEARCH_FUZZERS=1 $(SWIFT) build -c release --scratch-path .build-fuzz --product BundleFuzzer
	DOCSEARCH_FUZZERS=1 $(SWIFT) build -c release --scratch-path .build-fuzz --product ArchiveFuzzer
	DOCSEARCH_FUZZERS=1 $(SWIFT) build -c release --scratch-path .build-fuzz --product ProtocolFuzzer
	Tools/fuzz.sh .build-fuzz $(FUZZ_SECONDS)

build-demo: deps
	$(BUILD_PROGRAM) docsearch
	$(BUILD_PROGRAM) docsearch-extract

demo: build-demo  ## Index the sample archive and find three pages in it
	@Tools/demo.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)/docsearch" .build/demo-index

demo-serve: build  ## Index the sample archive and open it in the browser
	@Tools/demo-serve.sh "$$($(SWIFT) build $(RELEASE) --show-bin-path)/docsearch" .build/demo-index

lint:  ## Check the format of the sources, blanks at the ends of lines, and references that lead nowhere
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_SOURCES)
	Tools/check-text.sh

format:  ## Format the sources
	$(SWIFT) format --in-place --recursive --parallel $(SWIFT_SOURCES)

check-layers:  ## Check which target imports which, and what the release binary links
	Tools/check-layers.sh --self-test
	Tools/check-layers.sh

check-docs:  ## List public declarations of the library that have no documentation
	SWIFT="$(SWIFT)" Tools/check-docs.sh

check-browser:  ## Use the pages of the server in headless Chromium: PYTHON=one with playwright, see Tools/serving/check-browser.py
	$(PYTHON) Tools/serving/check-browser.py "$$($(SWIFT) build --show-bin-path)/docsearch"

check-mcp:  ## Ask docsearch mcp and /mcp with PyPI's client: SCHEMAS=DIR of the protocol, PYTHON=one with mcp and jsonschema
	$(PYTHON) Tools/mcp/check-mcp.py "$$($(SWIFT) build --show-bin-path)/docsearch" $(SCHEMAS)

check-api: deps  ## Compare the public interface of the library with docs/public-api.txt
	@DOCSEARCH_OPTIMIZED=1 SWIFT="$(SWIFT)" $(PYTHON) Tools/check-api.py

api: deps  ## Write the public interface of the library down, after a change that is meant
	@DOCSEARCH_OPTIMIZED=1 SWIFT="$(SWIFT)" $(PYTHON) Tools/check-api.py --write

check-updates:  ## List Swift packages of which there is a newer release than the one that is pinned
	Tools/check-updates.sh

install:  ## Install what "make build" built: PREFIX=/usr/local DESTDIR=
	@SWIFT="$(SWIFT)" PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Tools/install.sh install

uninstall:  ## Remove what "make install" installed
	@SWIFT="$(SWIFT)" PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Tools/install.sh uninstall

deb: build  ## Make a Debian package of the programs, in .build/deb
	packaging/build-deb.sh

dist:  ## Make an archive of the sources of the commit at hand, in .build/dist
	packaging/build-dist.sh

sbom: build  ## Write what the programs consist of (SPDX 2.3), into .build/docsearch.spdx.json
	SWIFT="$(SWIFT)" $(PYTHON) packaging/sbom.py .build/docsearch.spdx.json

check-deb:  ## Try that package in a bare Debian (root, debootstrap, lintian)
	packaging/check-deb.sh

docs: deps  ## Build the documentation of the library into .build/docs
	@DOCSEARCH_OPTIMIZED=1 SWIFT="$(SWIFT)" Tools/build-docs.sh .build/docs

bench: deps  ## Run the benchmarks: ONLY=NAME,NAME
	Benchmarks/run.sh $(if $(ONLY),--only $(ONLY))

bench-record: deps  ## Run them and keep the figures in Benchmarks/Results
	Benchmarks/run.sh $(if $(ONLY),--only $(ONLY)) \
		--json Benchmarks/Results/$$(date -u +%F)-$$(git rev-parse --short=7 HEAD).json

bench-compare: deps  ## Run them and say what is worse than in a record: RECORD=FILE WORSE=3
	@[ -n "$(RECORD)" ] || { echo "bench-compare: there is no record in Benchmarks/Results yet; see make bench-record." >&2; exit 1; }
	Benchmarks/run.sh $(if $(ONLY),--only $(ONLY)) --compare $(RECORD) --worse $(WORSE)

samples:  ## Make the samples again (python3-pil, python3-reportlab, python3-cryptography and fonts)
	$(PYTHON) Samples/generate.py
	$(PYTHON) Samples/generate-bundles.py

clean:  ## Remove everything that was built
	rm -rf .build .build-fuzz Benchmarks/.build

help:  ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

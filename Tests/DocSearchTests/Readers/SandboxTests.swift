#if DEBUG
    import ExtractionProtocol
    import Foundation
    import Testing

    @testable import DocSearch

    /// The real worker is told to do what a hostile file would make it do. Each deed is refused inside the sandbox, and
    /// done without it, which shows that it was the sandbox that refused.
    @Suite("Inside the sandbox", .enabled(if: RealWorker.isWhollyConfined, "needs a kernel with seccomp and Landlock"))
    struct SandboxTests {
        /// All but to look at names, sizes and times.
        private static let refused = AttemptRequest.Deed.allCases.filter { $0 != .lookAtFile }

        @Test(arguments: refused)
        func hostileDeedsAreRefusedInsideTheSandbox(deed: AttemptRequest.Deed) throws {
            let scene = try CrimeScene()
            let outcome = try RealWorker(usesSandbox: true).attempt(scene.request(deed))
            #expect(outcome.hasPrefix(AttemptRequest.refused), "\(outcome)")
            #expect(try scene.isUntouched())
        }

        @Test(arguments: AttemptRequest.Deed.allCases)
        func hostileDeedsAreDoneWithoutTheSandbox(deed: AttemptRequest.Deed) throws {
            guard CrimeScene.isPossible(deed) else { return }
            let outcome = try RealWorker(usesSandbox: false).attempt(CrimeScene().request(deed))
            if deed == .runProgram {
                #expect(outcome == "it ended with code 0", "the worker became /bin/true")
            } else {
                #expect(outcome.hasPrefix(AttemptRequest.allowed), "\(outcome)")
            }
        }

        @Test func theSandboxLetsNamesSizesAndTimesBeLookedAt() throws {
            let scene = try CrimeScene()
            let request = scene.request(.lookAtFile)
            #expect(try RealWorker(usesSandbox: true).attempt(request) == AttemptRequest.allowed)
            let nothing = AttemptRequest(.lookAtFile, path: request.path + ".none")
            #expect(try RealWorker(usesSandbox: true).attempt(nothing) != AttemptRequest.allowed)
        }

        @Test(arguments: [
            "/etc/passwd", "/etc/hosts", "/proc/1/environ", "/proc/self/environ", "/proc/self/maps", "/dev/null",
            "/bin/true", "/etc/ld.so.cache", ExtractProgram.path,
        ])
        func noFileOfTheSystemIsOpenedInsideTheSandbox(path: String) throws {
            let request = AttemptRequest(.readFile, path: path)
            #expect(try RealWorker(usesSandbox: true).attempt(request) == "refused: Permission denied")
        }

        @Test(arguments: ["/", "/etc", "/home", "/root", "/tmp", "/proc", "/usr/lib", "/var"])
        func noFolderOfTheSystemIsListedInsideTheSandbox(path: String) throws {
            guard FileManager.default.fileExists(atPath: path) else { return }
            let request = AttemptRequest(.listFolder, path: path)
            #expect(try RealWorker(usesSandbox: true).attempt(request) == "refused: Permission denied")
        }

        @Test func fontsAreOpenedForReadingOnlyInsideTheSandbox() throws {
            let fonts = "/usr/share/fonts"
            guard FileManager.default.fileExists(atPath: fonts) else { return }
            let worker = try RealWorker(usesSandbox: true)
            #expect(try worker.attempt(AttemptRequest(.listFolder, path: fonts)) == AttemptRequest.allowed)
            #expect(try worker.attempt(AttemptRequest(.createFile, path: fonts)).hasPrefix(AttemptRequest.refused))
            #expect(try worker.attempt(AttemptRequest(.createFolder, path: fonts)).hasPrefix(AttemptRequest.refused))
        }

        @Test func aReaderEndsWithItsCoordinator() throws {
            var worker: RealWorker? = try RealWorker(usesSandbox: true)
            let process = try #require(worker?.identifier)
            #expect(isRunning(process))
            worker = nil
            #expect(!isRunning(process))
        }

        @Test func theSandboxSaysOfItselfWhatHolds() throws {
            let report = try #require(try RealWorker(usesSandbox: true).greeting.confinement)
            #expect(Set(report.active) == Set(ConfinementMeasure.allCases))
            #expect(report.landlockVersion >= 1)
            #expect(try RealWorker(usesSandbox: false).greeting.confinement == nil)
        }

        @Test func theSandboxHoldsForTheKernelToo() throws {
            let worker = try RealWorker(usesSandbox: true)
            let status = try String(contentsOfFile: "/proc/\(worker.identifier)/status", encoding: .utf8)
            #expect(status.contains("NoNewPrivs:\t1\n"))
            #expect(status.contains("Seccomp:\t2\n"), "2 is a filter")
            #expect(status.contains("CapEff:\t0000000000000000\n"))
        }
    }
#endif

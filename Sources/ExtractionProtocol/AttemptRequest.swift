#if DEBUG
    /// Makes a reader attempt a hostile file's action. The answer is a problem with the reason ``refused`` or
    /// ``allowed``.
    package struct AttemptRequest: Codable, Sendable, Equatable {
        package static let refused = "refused"
        package static let allowed = "allowed"

        package var deed: Deed
        package var path: String
        /// A process or a port.
        package var number: Int

        package init(_ deed: Deed, path: String = "", number: Int = 0) {
            (self.deed, self.path, self.number) = (deed, path, number)
        }

        package enum Deed: String, Codable, Sendable, CaseIterable {
            case lookAtFile
            case readFile, listFolder, writeFile, createFile, createUnnamedFile, createFolder, removeFile, renameFile
            case linkFile, linkSymbolically, truncateFile, changeMode
            case connectToPort, connectToSocket, openNetworkSocket, makeSocketPair, sendDescriptor
            case runProgram, forkProcess, startThread
            case signalProcess, queueSignal, traceProcess, readMemoryOfProcess, openProcess
            case mapExecutableMemory, makeMemoryExecutable, makeMemoryFile
            case raiseLimits, raiseProcessorTime, raiseMemory, raiseFileSize, limitOtherProcess, setTimer,
                controlTerminal, regainDumps
            case mountFileSystem, leaveNamespaces, changeRoot, becomeRoot, loadProgramIntoKernel, loadModule
            case useKeys, useRing, watchPerformance, handlePageFaults, watchFiles, changeClock
        }
    }
#endif

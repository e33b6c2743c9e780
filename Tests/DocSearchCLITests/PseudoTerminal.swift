import Foundation

/// A terminal that is none: what a program writes to it can be read.
final class PseudoTerminal {
    let path: String
    private let master: Int32
    /// Kept open, so that the terminal stays when the program has ended.
    private let slave: Int32

    /// TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which Swift does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    init() throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (unlocked, number): (CInt, CInt) = (0, 0)
        guard master >= 0, ioctl(master, Self.setLock, &unlocked) == 0, ioctl(master, Self.getNumber, &number) == 0
        else { throw ProgramError(message: "There is no pseudo-terminal: \(String(cString: strerror(errno)))") }
        path = "/dev/pts/\(number)"
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0, fcntl(master, F_SETFL, O_NONBLOCK) == 0 else {
            throw ProgramError(message: "\(path): \(String(cString: strerror(errno)))")
        }
        // Line feeds stay as they are.
        var settings = termios()
        tcgetattr(slave, &settings)
        cfmakeraw(&settings)
        tcsetattr(slave, TCSANOW, &settings)
    }

    deinit {
        close(slave)
        close(master)
    }

    func write(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { Foundation.write(master, $0.baseAddress, $0.count) }
    }

    /// Gives it a size; without one it has none.
    func resize(rows: UInt16, columns: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    func read() -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Foundation.read(master, &buffer, buffer.count)
            guard count > 0 else { return data }
            data += buffer[..<count]
        }
    }
}

extension Program {
    /// Runs the program with a terminal for standard input and output.
    func runOnTerminal(_ arguments: [String], rows: UInt16? = nil) throws -> Outcome {
        let terminal = try PseudoTerminal()
        if let rows { terminal.resize(rows: rows, columns: 200) }
        let program = try start(arguments, launcher: ["setsid", "--ctty"], terminal: terminal.path)
        var written = Data()
        _ = try program.until(.seconds(300)) {
            written += terminal.read()
            return program.hasEnded
        }
        var outcome = try program.wait(.seconds(1))
        outcome.outputBytes = written + terminal.read()
        return outcome
    }
}

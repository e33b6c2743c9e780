import ArgumentParser
import Foundation

/// Standard input, output and error, which schedulers and shells (`>&-`) may leave closed.
enum StandardDescriptors {
    /// Opens the null device for those that are closed. Otherwise the next files to be opened, those of the index among
    /// them, get their numbers, and whatever is said on standard error is written into them. All for reading: an answer
    /// that is written to nowhere must fail as it does on a full disk.
    static func fill() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
            // The lowest number that is free is the one that is looked at.
            guard open("/dev/null", O_RDONLY) == number else {
                _exit(ExitCode.couldNot.rawValue)
            }
        }
    }
}

/// The release of the library and of the program.
public enum DocSearchVersion {
    /// As in `docsearch --version`.
    public static let current = "0.1.0"
}

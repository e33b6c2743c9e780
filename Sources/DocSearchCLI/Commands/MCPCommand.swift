import AnswerForms
import ArgumentParser
import DocSearch
import DocSearchMCP
import ServeOptions

struct MCPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp", abstract: "Let an assistant search and read, on standard input and output.",
        discussion: """
            Speaks the Model Context Protocol: 2026-07-28, and with older clients 2025-11-25 and 2025-06-18. An assistant \
            starts it and can search, read texts, and look at pages; it can change nothing. What it reads, the assistant \
            sends to the people who run its model, so confine it with --filter. "docsearch serve" answers the same at /mcp. \
            See docs/mcp.md.

            Exit codes: 0 the input has ended, 2 not done, 64 wrong usage.

            Example:
              docsearch mcp --filter 'tag:open -has:hidden'
            """)

    @OptionGroup var global: GlobalOptions

    @Option(
        help: .init(
            "Show only documents that match a query, as tag:open; nothing tells of others.", valueName: "query"))
    var filter: String?
    @Option(
        help: .init(
            "Link to pages of the server that people reach there, instead of naming resources.", valueName: "url"))
    var publicUrl: String?

    func validate() throws { if let publicUrl { try PublicURL.require(publicUrl) } }

    func run() throws {
        let configuration = try ConfigurationFile.load()
        if let filter { try ArchiveIndex.checkAccess(filter) }
        let archive = try OwnArchive(
            global.archiveIndex(configuration), configuration, filter: filter, base: publicUrl.map(PublicURL.base))
        defer { archive.close() }
        let exchange = AssistantExchange(
            AssistantServer(archive), input: 0, write: StandardOutput.write, interrupt: archive.interrupt)
        // Nothing is written to disk, and an assistant that reads no more answers must be able to end the program.
        try Blocking.wait(mayBeEnded: true) { try await exchange.run() }
    }
}

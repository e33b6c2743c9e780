import AnswerForms
import ArgumentParser
import DocSearch
import DocSearchServer
import Foundation
import ServeOptions

@main
struct ServeProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docsearch-serve",
        abstract: "Show an index in the browser; \"docsearch serve\" starts this.",
        version: DocSearchVersion.current)

    @Option(help: ArgumentHelp("The index folder.", valueName: "dir")) var index: String?
    @Flag(help: "Report only problems.") var quiet = false
    @OptionGroup var options: ServeOptions

    func run() async throws {
        if let name = options.makeToken {
            guard TokenFile.isName(name) else {
                Self.say("\(TokenFile.nameRule) No token was made.")
                throw ExitCode(64)
            }
            let secret = Secret.made()
            let line: JSONObject = ["name": name, "sha256": Secret.hash(secret)]
            return print(
                """
                The token (shown only once):
                \(secret)

                Line for the list "tokens" of the token file, which is {"tokens": [LINE, LINE, ...]}:
                \(line.json)
                """)
        }
        do {
            let settings = try settings()
            if !ArchiveIndex(at: settings.index).exists {
                Self.say("There is no index in \"\(settings.index)\" yet.")
            }
            try await Listener(settings, at: address()).run()
        } catch let error as DocSearchError {
            Self.say(error.message)
            throw ExitCode(error.code == .usage ? 64 : 2)
        }
    }

    private static func say(_ message: String) {
        FileHandle.standardError.write(Data("docsearch: \(message)\n".utf8))
    }

    private func address() -> Listener.Address {
        Listener.Address(
            host: options.host, port: options.port ?? (options.open ? 0 : 8080), opensBrowser: options.open,
            certificate: options.certificate.map(IndexLocation.absolute), key: options.key.map(IndexLocation.absolute),
            isQuiet: quiet)
    }

    private func settings() throws -> SiteSettings {
        let configuration = try ConfigurationFile.load()
        var settings = SiteSettings(index: try IndexLocation.path(option: index, configuration: configuration))
        settings.configuration = configuration
        settings.tokens = try options.tokenFile.map { try TokenFile(contentsOf: IndexLocation.absolute($0)) }
        settings.isPublic = options.public
        settings.publicExtras = Set(options.show.compactMap { Visitor.Extra(rawValue: $0.rawValue) })
        settings.publicURL = options.publicUrl.map(PublicURL.base)
        settings.usesCertificate = options.certificate != nil
        settings.usesMeaning = options.meaning != .never
        settings.questionTime = .seconds(options.queryTime)
        settings.imageFolder = options.images.map(IndexLocation.absolute)
        settings.statement = options.statement
        settings.accessLog = try options.accessLog.map {
            try AccessLog(at: IndexLocation.absolute($0), log: Listener.log)
        }
        if options.write { settings.anonymousRights = Set(Visitor.Right.allCases) }
        settings.passwords = try configuration.passwordFile().passwords
        var names = [options.host]
        if let url = settings.publicURL, let scheme = url.firstRange(of: "://") {
            names.append(SiteSettings.name(ofHost: String(url[scheme.upperBound...].prefix { $0 != "/" })))
        }
        for name in names where !ClientAddress(name).isLoopback {
            guard settings.tokens != nil || settings.isPublic else {
                throw DocSearchError(
                    .usage,
                    "Other machines can reach the server at \"\(name)\". Use --token-file to control access, or --public to let everyone read."
                )
            }
            if !SiteSettings.isNumeric(name) { settings.hostNames.insert(name.lowercased()) }
        }
        try settings.tokens?.check(with: ArchiveIndex(at: settings.index))
        return settings
    }
}

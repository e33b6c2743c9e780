import Foundation
import Synchronization

/// Signed-in browsers, by the hash of their secret. They are in memory only.
package final class Sessions: Sendable {
    private struct Session {
        var token: String
        var ends: Date
    }

    private let sessions = Mutex<[String: Session]>([:])

    package static let hours = 12
    private static let most = 10_000
    /// For one token, so that signing in again and again cannot end the sessions of others.
    private static let mostOfToken = 500

    package init() {}

    package func begin(token: String, now: Date = Date()) -> String {
        let secret = Secret.made()
        sessions.withLock { sessions in
            let own = sessions.filter { $0.value.token == token }
            Self.makeRoom(in: &sessions, among: own, most: Self.mostOfToken)
            if sessions.count >= Self.most { sessions = sessions.filter { $0.value.ends > now } }
            Self.makeRoom(in: &sessions, among: sessions, most: Self.most)
            sessions[Secret.hash(secret)] = Session(
                token: token, ends: now.addingTimeInterval(Double(Self.hours) * 3600))
        }
        return secret
    }

    private static func makeRoom(
        in sessions: inout [String: Session], among candidates: [String: Session], most: Int
    ) {
        guard candidates.count >= most else { return }
        if let first = candidates.min(by: { $0.value.ends < $1.value.ends })?.key { sessions[first] = nil }
    }

    package func token(of secret: String, now: Date = Date()) -> String? {
        sessions.withLock { sessions in
            let key = Secret.hash(secret)
            guard let session = sessions[key], session.ends > now else {
                sessions[key] = nil
                return nil
            }
            return session.token
        }
    }

    package func end(_ secret: String) { sessions.withLock { $0[Secret.hash(secret)] = nil } }
}

/** Why a contact by SSH did not come about, or broke, and the key that the host has shown. */

export interface HostKey {
  /** E.g. ssh-ed25519. */
  readonly type: string
  /** As ssh-keygen prints it: SHA256: and base64. */
  readonly fingerprint: string
}

export type SshReason =
  | 'nameUnknown'
  | 'noRoute'
  | 'refused'
  | 'sshTimeout'
  | 'wrongCredential'
  | 'badKey'
  | 'hostKeyNew'
  | 'hostKeyChanged'
  | 'sshBroken'

/** A contact that did not come about, or broke. */
export class SshError extends Error {
  override readonly name = 'SshError'
  readonly reason: SshReason
  /** Of the key that the host showed, once it has. */
  readonly hostKey: HostKey | null
  constructor(reason: SshReason, message: string, hostKey: HostKey | null, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
    this.hostKey = hostKey
  }
}

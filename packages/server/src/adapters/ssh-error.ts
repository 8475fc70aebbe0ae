/** Why an SSH connection failed or broke, and the host key that was presented. */

export interface HostKey {
  /** E.g. ssh-ed25519. */
  readonly type: string
  /** In the format of ssh-keygen: SHA256: and base64. */
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

/** An SSH connection that failed or broke. */
export class SshError extends Error {
  override readonly name = 'SshError'
  readonly reason: SshReason
  /** The host key, if it was presented. */
  readonly hostKey: HostKey | null
  constructor(reason: SshReason, message: string, hostKey: HostKey | null, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
    this.hostKey = hostKey
  }
}

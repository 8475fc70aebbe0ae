/** Transport `ssh-aix`: a host of AIX over SSH. Runs only the commands of `aix-commands.ts`, which read. */
import { aixRequestSchema } from '../../requests.ts'
import { TargetFault } from '../../target-fault.ts'
import type { ProbeResult, SectionAnswer, TargetConnection, Transport } from '../transport.ts'
import { aixReadings } from './aix-commands.ts'
import { openClient, type SshClient } from './ssh.ts'
import { commandScript, partsOf } from './ssh-script.ts'
import { runScript } from './ssh-source.ts'

export const aixTransport: Transport = {
  async open(params, signal) {
    const connection = new AixConnection(await openClient(params, signal))
    try {
      await connection.probe(signal)
      return connection
    } catch (thrown) {
      connection.close()
      throw thrown
    }
  },
}

class AixConnection implements TargetConnection {
  /** Each section is a channel; a server allows 10 unless `MaxSessions` says otherwise. */
  readonly isParallel = true
  readonly #ssh: SshClient

  constructor(ssh: SshClient) {
    this.#ssh = ssh
  }

  async ask(unread: unknown, signal: AbortSignal): Promise<SectionAnswer> {
    const { commands, read } = aixReadings[aixRequestSchema.parse(unread).reader]
    return read(await this.#outputs(commands, signal))
  }

  async probe(signal: AbortSignal): Promise<ProbeResult> {
    const { name = '', version = '', release = '' } = await this.#outputs(aixReadings.system.commands, signal)
    if (name.trim() !== 'AIX') throw new TargetFault('wrongProduct', `uname: ${name.trim().slice(0, 200)}`)
    return { product: 'AIX', version: `${version.trim()}.${release.trim()}`, missingRights: [] }
  }

  close(): void {
    this.#ssh.end()
  }

  async #outputs(
    commands: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Record<string, string>> {
    const { client, ended } = this.#ssh
    return partsOf(await runScript(client, ended, commandScript(commands), signal))
  }
}

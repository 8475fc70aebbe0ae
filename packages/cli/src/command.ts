/** The contract of a command of `./pone`, and how its options are read. */

import { type ParseArgsConfig, parseArgs } from 'node:util'
import { errorText } from '@pone/schema/error-text.ts'
import { CommandError, type ExitName } from './exit-codes.ts'

export interface Command {
  /** The whole help text, ending in a line break. */
  readonly usage: string
  /** @throws CommandError for every error that a user can correct */
  run(args: readonly string[]): Promise<ExitName>
}

/** Reads options strictly. @throws CommandError `usage` naming the error */
export function readOptions<const T extends ParseArgsConfig>(
  args: readonly string[],
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs<T>({ ...config, args: [...args] })
  } catch (cause) {
    const said = errorText(cause).split('. ')[0] ?? ''
    throw new CommandError('usage', `${said.replace(/\.$/, '')}; see --help.`, { cause })
  }
}

/** A TCP port from an option's text; 0 means any free one. @throws CommandError `usage` */
export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new CommandError('usage', `--port must be a number from 0 to 65535, not '${text}'.`)
}

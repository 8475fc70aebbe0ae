/** The passphrase of a private key: from a file, the environment, or the terminal. */
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from '../exit-codes.ts'

/**
 * undefined = none was given. With `file` its first line counts.
 * @throws CommandError `usage` when the file cannot be read or is empty, or both answers at the terminal differ
 */
export async function readPassphrase(
  file: string | undefined,
  { isAsked, isTwice }: { isAsked: boolean; isTwice: boolean },
): Promise<string | undefined> {
  if (file !== undefined) return firstLineOf(file)
  const given = process.env['PONE_LICENCE_PASSPHRASE']
  if (given !== undefined && given !== '') return given
  if (!isAsked || !process.stdin.isTTY) return undefined
  const typed = await ask('Passphrase of the private key (empty for none): ')
  if (isTwice && typed !== '' && typed !== (await ask('Once more: '))) {
    throw new CommandError('usage', 'The passphrases differ.')
  }
  return typed === '' ? undefined : typed
}

async function firstLineOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError('usage', `The passphrase file ${file} cannot be read.`, { cause })
  })
  const [line = ''] = text.split(/\r?\n/)
  if (line === '') throw new CommandError('usage', `The passphrase file ${file} is empty.`)
  return line
}

/** Reads a line without echo. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}

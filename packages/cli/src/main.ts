/** Entry of `./pone`: finds the command, runs it, and turns what it throws into one sentence and an exit code. */
import { errorStack } from '@pone/schema/error-text.ts'
import type { Command } from './command.ts'
import { CommandError, exitCodes } from './exit-codes.ts'

const commands: Record<string, () => Promise<Command>> = {
  up: async () => (await import('./commands/up.ts')).up,
  demo: async () => (await import('./commands/demo.ts')).demo,
  run: async () => (await import('./commands/run.ts')).runCommand,
  install: async () => (await import('./commands/install.ts')).install,
  convert: async () => (await import('./commands/convert.ts')).convert,
  record: async () => (await import('./commands/record.ts')).recordCommand,
  capture: async () => (await import('./commands/capture.ts')).capture,
  test: async () => (await import('./commands/test.ts')).test,
  agent: async () => (await import('./commands/agent.ts')).agent,
  server: async () => (await import('./commands/server.ts')).server,
  bundle: async () => (await import('./commands/bundle.ts')).bundle,
  licence: async () => (await import('./commands/licence.ts')).licence,
}

async function run([name = '', ...args]: readonly string[]): Promise<number> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) {
    throw new CommandError(
      'usage',
      `There is no command '${name}'; the commands are ${Object.keys(commands).join(', ')}.`,
    )
  }
  const command = await load()
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(command.usage)
    return exitCodes.ok
  }
  return exitCodes[await command.run(args)]
}

// A closed output pipe (`./pone up | head`) must not end the running command.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

run(process.argv.slice(2)).then(
  code => {
    process.exitCode = code
  },
  (cause: unknown) => {
    const isExpected = cause instanceof CommandError
    process.stderr.write(`pone: ${isExpected ? cause.message : `unexpected failure: ${describe(cause)}`}\n`)
    process.exitCode = isExpected ? exitCodes[cause.exit] : exitCodes.internal
  },
)

function describe(cause: unknown): string {
  return errorStack(cause)
}

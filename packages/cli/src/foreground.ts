/** Runs one program alone in the terminal, with its output shown, until it ends or a stop signal comes. */
import type { ExitName } from './exit-codes.ts'
import { catchStopSignals } from './stop-signals.ts'
import { type ProgramOptions, startProgram } from './up/node-program.ts'
import { runPart } from './up/part.ts'

type ForegroundProgram = Omit<ProgramOptions, 'lockFd' | 'log' | 'onEvent'>

/** @throws CommandError when the program cannot start or its restarts are given up */
export async function runForeground(program: ForegroundProgram): Promise<ExitName> {
  const stopSignals = catchStopSignals()
  const show = (line: string) => process.stderr.write(`${line}\n`)
  const part = await runPart({
    name: program.name,
    report: sentence => show(`pone: ${sentence}`),
    start: () =>
      startProgram({
        ...program,
        lockFd: undefined,
        log: show,
        onEvent: event => {
          if (event.event === 'listening') process.stdout.write(`ready: ${event.address}\n`)
          if (event.event === 'notice') show(`pone: ${event.message}`)
          if (event.event === 'connected') process.stdout.write('ready: connected to the server\n')
          if (event.event === 'first-run') {
            const { account, password } = event.administrator
            process.stdout.write(
              `  administrator: ${account}  password: ${password}   (shown only this once; changed at the first sign-in)\n`,
            )
          }
        },
      }),
  })
  const failure = await Promise.race([part.givenUp, stopSignals.received])
  await part.stop()
  stopSignals.release()
  if (failure !== undefined) throw failure
  return 'ok'
}

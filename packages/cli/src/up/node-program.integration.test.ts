import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ProgramEvent, startProgram } from './node-program.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pone-program-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function start(source: string) {
  const main = join(folder, 'main.ts')
  await writeFile(main, source)
  const lines: string[] = []
  const events: ProgramEvent[] = []
  const life = startProgram({
    name: 'thing',
    main,
    env: { THING: 'set' },
    lockFd: undefined,
    readyEvent: 'listening',
    log: line => lines.push(line),
    onEvent: event => events.push(event),
  })
  return { life, lines, events }
}

const untilStdinEnds = `process.stdin.on('end', () => process.exit(0)).resume()`
const listening = `console.log(JSON.stringify({event: 'listening', address: process.env.THING}))`

test('a program is ready when it reports it, its other output is its log, and it ends on request', async () => {
  const { life, lines, events } = await start(
    `console.log('hello'); console.error('oh'); ${listening}; ${untilStdinEnds}`,
  )
  const running = await life
  expect(events).toEqual([{ event: 'listening', address: 'set' }])
  await running.stop()
  expect(await running.ended).toBe('exit code 0')
  expect(lines.sort()).toEqual(['hello', 'oh'])
})

test('a fatal event becomes the sentence of the failure and finds its exit code', async () => {
  const { life } = await start(
    `console.log(JSON.stringify({event: 'fatal', message: 'Port 8600 is taken.'})); process.exitCode = 1`,
  )
  await expect(life).rejects.toMatchObject({ message: 'Port 8600 is taken.', exit: 'portTaken' })
})

test('a program that ends without a message is reported with how it ended', async () => {
  const { life } = await start(`process.kill(process.pid, 'SIGKILL')`)
  await expect(life).rejects.toThrow('The thing ended at its start (killed by SIGKILL); its log tells more.')
})

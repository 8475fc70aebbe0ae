import { expect, test } from 'vitest'
import { CommandError } from '../exit-codes.ts'
import { startSetUps } from './set-ups.ts'

/** Set-ups that note their beginnings and ends. */
function recorded() {
  const events: string[] = []
  const setUp = (name: string, cause?: Error) => async () => {
    events.push(`begin ${name}`)
    await Promise.resolve()
    events.push(`end ${name}`)
    if (cause !== undefined) throw cause
  }
  return { events, setUp, say: (line: string) => void events.push(line) }
}

test('set-ups run one after the other, each once however often it is asked for', async () => {
  const { events, setUp, say } = recorded()
  const [first, second] = [setUp('first'), setUp('second')]
  const isReady = startSetUps([first, second], say)
  expect(await Promise.all([isReady(second), isReady(first), isReady(second)])).toEqual([true, true, true])
  expect(events).toEqual(['begin first', 'end first', 'begin second', 'end second'])
})

test('one that fails prints its reason, and the next ones go on', async () => {
  const { events, setUp, say } = recorded()
  const failing = setUp('first', new CommandError('setUp', 'no network'))
  const next = setUp('second')
  const isReady = startSetUps([failing, next], say)
  expect([await isReady(failing), await isReady(next)]).toEqual([false, true])
  expect(events).toContain('FAILED: no network')
})

test('a defect in one reaches who asks for it, and the next ones go on', async () => {
  const { setUp, say } = recorded()
  const broken = setUp('first', new TypeError('broken'))
  const next = setUp('second')
  const isReady = startSetUps([broken, next], say)
  await expect(isReady(broken)).rejects.toThrow('broken')
  expect(await isReady(next)).toBe(true)
})

test('one that was not started with the others is started when it is asked for', async () => {
  const { events, setUp, say } = recorded()
  const isReady = startSetUps([], say)
  expect(await isReady(setUp('late'))).toBe(true)
  expect(events).toEqual(['begin late', 'end late'])
})

import type { Exchange } from '@pone/contract/entities/run.ts'
import { causeText, toldCause } from '@pone/contract/told-cause.ts'
import { secretMask } from '@pone/schema/limits.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Redactor } from './redactor.ts'

const knowing = (value: string) => {
  const redactor = new Redactor()
  redactor.addName('password')
  redactor.learn('password', value)
  return redactor
}

test.each([
  ['as it is', 'user=x&pass=p@ss wörd/1', `user=x&pass=${secretMask}`],
  ['in an address', '/login?p=p%40ss%20w%C3%B6rd%2F1', `/login?p=${secretMask}`],
  ['in a form', 'p=p%40ss+w%C3%B6rd%2F1', `p=${secretMask}`],
  ['in lower-case escapes', 'p=p%40ss+w%c3%b6rd%2f1', `p=${secretMask}`],
  ['in Base64', Buffer.from('p@ss wörd/1').toString('base64'), secretMask],
  ['in JSON that escapes slashes', '{"p":"p@ss wörd\\/1"}', `{"p":"${secretMask}"}`],
])('a secret is masked %s', (_name, text, expected) => {
  expect(knowing('p@ss wörd/1').text(text)).toBe(expected)
})

test('a secret in the parameters of a coded text is masked, at any depth and however it is escaped', () => {
  const secret = 'a"b]c\\d-secret'
  const inner = toldCause('nothingExtractedBecause', { variable: 'v', reason: `got ${secret}` })
  const text = toldCause('scriptFailed', { script: secret, reason: inner })
  const masked = knowing(secret).text(text)
  expect(causeText(masked, 'en')).toBe(
    `script “${secretMask}”: no value found for variable v: got ${secretMask}`,
  )
})

test('a secret within the Base64 of basic credentials cannot be decoded from what is left', () => {
  for (const user of ['a', 'ab', 'abc', 'abcd']) {
    const header = `Basic ${Buffer.from(`${user}:correct-horse`).toString('base64')}`
    const masked = knowing('correct-horse').text(header)
    expect(masked).toContain(secretMask)
    const left = masked.replace('Basic ', '').split(secretMask)
    for (const part of left) expect(Buffer.from(part, 'base64').toString()).not.toMatch(/orr|hor/)
  }
})

test('no form of a secret stays in a text around it', () => {
  const wrap = fc.constantFrom<(secret: string) => string>(
    secret => secret,
    secret => encodeURIComponent(secret),
    secret => new URLSearchParams({ secret }).toString(),
    secret => JSON.stringify({ secret }),
    secret => Buffer.from(secret).toString('base64'),
    secret => Buffer.from(secret).toString('base64url'),
  )
  fc.assert(
    fc.property(
      fc.string({ minLength: 4, unit: 'grapheme-ascii' }),
      fc.string(),
      wrap,
      (secret, around, write) => {
        const written = write(secret)
        fc.pre(!secretMask.includes(written))
        expect(knowing(secret).text(around + written + around)).toContain(secretMask)
      },
    ),
  )
})

test('thousands of values of a secret variable are all masked', () => {
  const redactor = knowing('hunter2!')
  for (let user = 0; user < 5_000; user++) redactor.learn('password', `token-of-user-${user}`)
  expect(redactor.text('token-of-user-4999, hunter2!')).toBe(`${secretMask}, ${secretMask}`)
})

test('values of other variables and very short ones are left alone', () => {
  const redactor = knowing('abc')
  redactor.learn('user', 'alice')
  expect(redactor.text('alice abc')).toBe('alice abc')
})

test('secret variables are masked by name, whatever they hold', () => {
  const redactor = knowing('hunter2!')
  expect(redactor.variables({ password: 'x', note: 'is hunter2!' })).toEqual({
    password: secretMask,
    note: `is ${secretMask}`,
  })
})

const exchange: Exchange = {
  at: 1,
  label: 'login',
  method: 'POST',
  url: 'http://target/?p=hunter2!',
  requestHeaders: [['X-Key', 'hunter2!']],
  requestBody: 'p=hunter2%21',
  status: 200,
  responseHeaders: [['Echo', 'hunter2!']],
  responseBody: `${'x'.repeat(10)}hunter`,
  responseBytes: 16,
  durationMs: 1,
  protocol: 'http',
  phases: {},
  error: { code: 'checkpoint', message: 'body contains hunter2!' },
  checkpoints: [{ id: 'c', summary: 'body equals hunter2!', passed: false, actual: 'hunter2!' }],
  extracted: [{ variable: 'password', value: 'new', matched: true }],
  fromCache: null,
  resources: [],
  sections: [],
}

test('nothing of an exchange, an error, a log line or an event shows a secret, not even where a text is cut', () => {
  const redactor = knowing('hunter2!')
  const line = { at: 1, level: 'info' as const, source: 'c', message: 'hunter2!' }
  const seen = JSON.stringify([
    redactor.event({ kind: 'exchange', stepId: 's', user: 1, iteration: 1, exchange }),
    redactor.event({ kind: 'log', line }),
    redactor.event({ kind: 'variables', user: 1, iteration: 1, values: { password: 'x', copy: 'hunter2!' } }),
    redactor.event({ kind: 'ended', cause: 'failed', detail: 'hunter2!' }),
    redactor.figures({
      errors: [{ label: 0, code: 'x', message: 'hunter2!', count: 1, at: 1, sample: exchange }],
      log: [line],
    }),
  ])
  expect(seen).not.toContain('hunter')
  expect(seen).not.toContain('new')
})

test('nothing of what only a protocol reports shows a secret', () => {
  const secret = 'hunter2!'
  const sections: Exchange['sections'] = [
    { kind: 'text', key: 'statement', text: `SELECT '${secret}'`, format: 'sql', sizeBytes: null },
    { kind: 'pairs', key: 'parameters', pairs: [['1', secret]] },
    { kind: 'table', key: 'result', columns: ['a', secret], rows: [[secret, null]], rowCount: 1 },
    {
      kind: 'messages',
      key: 'frames',
      messages: [
        { direction: 'sent', at: 1, isText: true, text: `login ${secret}`, sizeBytes: 14 },
        {
          direction: 'received',
          at: 2,
          isText: false,
          text: `00${Buffer.from(secret).toString('hex')}`,
          sizeBytes: 9,
        },
      ],
    },
  ]
  const shown = JSON.stringify(knowing(secret).exchange({ ...exchange, sections }).sections)
  expect(shown).not.toContain(secret)
  expect(shown).not.toContain(Buffer.from(secret).toString('hex'))
  expect(shown.split(secretMask)).toHaveLength(7)
})

test('without secrets everything is handed through untouched', () => {
  const event = { kind: 'log', line: { at: 1, level: 'info', source: 'c', message: 'hunter2!' } } as const
  expect(new Redactor().event(event)).toBe(event)
})

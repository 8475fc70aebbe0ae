import { expect, test } from 'vitest'
import { stepKinds } from '../steps/registry.ts'
import { walkSteps } from '../steps/walk.ts'
import * as pone from './builders.ts'
import { readComponent } from './read.ts'
import type { ComponentFile } from './short.ts'

/** Also shows that the types take what people write. */
const everything: ComponentFile = pone.component('Everything', {
  threadGroup: { threads: 2 },
  settings: { baseUrl: 'http://127.0.0.1:1', hosts: { shop: '127.0.0.1' } },
  variables: [{ name: 'password', value: 'x', secret: true }],
  parameters: [{ kind: 'list', name: 'city', values: ['a', 'b'] }],
  load: { users: 3, durationSeconds: 5, drive: 'users' },
  sla: ['p95<500', { metric: 'rps', operator: '>', threshold: 1 }],
  steps: [
    pone.get('/a', {
      checkpoints: [pone.status(200), pone.contains('x'), pone.jsonEquals('$.a', '1'), pone.fasterThan(9)],
    }),
    pone.post('/a', {
      json: { a: [1] },
      extractors: [pone.fromJson('a', '$.a'), pone.fromRegex('b', '(x)'), pone.fromHeader('c', 'etag')],
    }),
    pone.put('/a', { form: { a: 1 } }),
    pone.del('/a', { headers: { accept: '*/*' } }),
    pone.patch('/a', { body: { kind: 'text', text: 'x' } }),
    pone.head('/a'),
    pone.options('/a'),
    pone.trace('/a', { enabled: false }),
    pone.transaction('t', [pone.thinkTime(5, { distribution: 'uniform', spreadMs: 3 })], { id: 'own' }),
    pone.loop(3, [pone.pacing(5)]),
    pone.whileLoop({ left: '${a}', operator: 'less', right: '3', maxPasses: 2 }, []),
    pone.when({ left: '${a}', operator: 'exists' }, []),
    pone.forEach('a,b', { variable: 'v' }, []),
    pone.percentage(20, []),
    pone.random('r', []),
    pone.weighted('w', [pone.get('/b', { weight: 2 })]),
    pone.once('o', []),
    pone.rendezvous('m', { gather: 'users', quantity: 2 }),
    pone.script('log("x")', { timeoutMs: 5 }),
  ],
})

test('every kind of step has a builder whose result is valid', () => {
  const { component, problems } = readComponent(everything)
  expect(problems).toEqual([])
  const kinds = new Set(
    [...walkSteps(component?.document.steps ?? [], { withDisabled: true })].map(step => step.kind),
  )
  expect([...kinds].sort()).toEqual([...stepKinds].sort())
  expect(component?.scenario).toMatchObject({
    drive: 'users',
    loadModel: { kind: 'constant', users: 3, durationSeconds: 5 },
    sla: [{ metric: 'p95' }, { id: '2', metric: 'rps' }],
  })
})

test('reading changes nothing of what it is given', () => {
  const before = structuredClone(everything)
  readComponent(everything)
  expect(everything).toEqual(before)
})

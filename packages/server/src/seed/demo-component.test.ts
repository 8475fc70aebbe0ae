/** The components of the demo project: without a problem, so that a newcomer's first execution passes. */
import { validateComponent } from '@pone/plan/check/validate.ts'
import { expect, test } from 'vitest'
import { demoComponent, demoEventsComponent } from './demo-component.ts'

test.each([
  ['visitors of the shop', demoComponent],
  ['order events over WebSocket', demoEventsComponent],
])('%s can be executed as they are', (_name, make) => {
  expect(validateComponent(make('http://127.0.0.1:8610'))).toEqual([])
})

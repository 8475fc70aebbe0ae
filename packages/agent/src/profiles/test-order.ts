/** An order of a short flame diagram for tests. */
import type { TakeOrder } from '@pone/contract/link/profiles.ts'

export const testOrder = (given: Partial<TakeOrder> & Pick<TakeOrder, 'process'>): TakeOrder => ({
  takeId: '00000000-0000-4000-8000-000000000001',
  target: 'jvm',
  kinds: ['cpu'],
  seconds: 1,
  bufferMib: 10,
  included: [],
  excluded: [],
  ...given,
})

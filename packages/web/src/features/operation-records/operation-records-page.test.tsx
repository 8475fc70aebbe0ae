/** The list of operation records, the details of one, and deleting old ones. */
import { operationRecordSchema } from '@pone/contract/entities/operation-record.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../test-outline.ts'
import { draw, serve } from '../../test-page.tsx'
import { idOf, startedAt } from '../../test-runs.ts'
import { Page } from './operation-records-page.tsx'

const record = (number: number, over: object) =>
  operationRecordSchema.parse({
    id: idOf(number),
    at: startedAt,
    action: 'component.save',
    account: 'li',
    apiToken: null,
    asAdministrator: false,
    from: '192.0.2.1',
    projectId: idOf(9),
    projectName: 'Shop',
    target: 'Cart',
    before: null,
    after: { name: 'Cart' },
    outcome: 'done',
    errorCode: null,
    errorParams: null,
    ...over,
  })
const records = [
  record(1, {}),
  record(2, {
    outcome: 'refused',
    errorCode: 'ComponentInUse',
    errorParams: { component: 'Basket', scenarios: 'Black Friday' },
    apiToken: 'nightly',
    target: 'Basket',
  }),
  record(3, { outcome: 'failed', errorCode: 'code of a later version', account: '', projectName: null }),
  record(4, { outcome: 'refused', errorCode: 'NameExists', target: 'Hat' }),
  record(5, { action: 'profile.expire', account: '', from: '', target: '', after: { deleted: 12 } }),
]

async function open() {
  const sent = await serve({
    'operationRecord/list': { rows: records, total: records.length, page: 1, pageSize: 10 },
    'operationRecord/prune': { deleted: 12 },
  })
  const drawn = await draw(<Page />, { session: { isAdministrator: true } })
  await screen.findByText('Basket')
  return { ...drawn, sent }
}
const details = async () => within(await screen.findByRole('dialog'))

test('a row says when, who, what, and how it went', async () => {
  await open()
  // After the headings, of the header that stays in view and of the rows.
  const rows = screen.getAllByRole('row').slice(2)
  expect(rows.map(row => outline(row))).toMatchInlineSnapshot(`
    [
      "row: 2020-11-22 08:00:00 | li | Save a component | Cart | Shop | Done | 192.0.2.1",
      "row: 2020-11-22 08:00:00 | li · token nightly | Save a component | Basket | Shop | Refused | 192.0.2.1",
      "row: 2020-11-22 08:00:00 | – | Save a component | Cart | – | Failed | 192.0.2.1",
      "row: 2020-11-22 08:00:00 | li | Save a component | Hat | Shop | Refused | 192.0.2.1",
      "row: 2020-11-22 08:00:00 | Automatic | Delete flame diagrams that are older than the retention | – | Shop | Done | –",
    ]
  `)
})

test('the details contain the reason of a refusal, and the values before and after', async () => {
  const { user } = await open()
  await user.click(screen.getByText('Basket'))
  const dialog = await details()
  expect(outline(dialog.getByRole('table'))).toMatchInlineSnapshot(`
    "table
      row: Time2020-11-22 08:00:00
      row: Accountli
      row: API tokennightly
      row: TargetBasket
      row: ProjectShop
      row: Source address192.0.2.1
      row: ResultRefused
      row: ReasonComponent “Basket” is used by the scenarios “Black Friday” and cannot be deleted"
  `)
  expect(dialog.getByText('Before').parentElement?.textContent).toBe('BeforeNothing')
  expect(dialog.getByText('After').parentElement?.textContent).toBe('After{\n  "name": "Cart"\n}')
})

test('the details of what was done name no reason', async () => {
  const { user } = await open()
  await user.click(screen.getAllByText('Cart')[0] as HTMLElement)
  expect(outline((await details()).getByRole('table'))).toMatchInlineSnapshot(`
    "table
      row: Time2020-11-22 08:00:00
      row: Accountli
      row: TargetCart
      row: ProjectShop
      row: Source address192.0.2.1
      row: ResultDone"
  `)
})

test('a reason of an earlier version, which stored no parameters, is shown without them', async () => {
  const { user } = await open()
  await user.click(screen.getByText('Hat'))
  await (await details()).findByText('The name “…” already exists')
})

test('a reason that this version does not know is shown by its code', async () => {
  const { user } = await open()
  await user.click(screen.getAllByText('Cart')[1] as HTMLElement)
  await (await details()).findByText('code of a later version')
})

test('deleting records sends how many days are kept', async () => {
  const { user, sent } = await open()
  await user.click(screen.getByRole('button', { name: /Clean up$/ }))
  const dialog = await details()
  const days = dialog.getByRole('spinbutton')
  await user.clear(days)
  await user.type(days, '30')
  await user.click(dialog.getByRole('button', { name: /Clean up$/ }))
  await screen.findByText(/12/)
  expect(sent.find(({ call }) => call === 'operationRecord/prune')?.fields).toEqual({ keepDays: '30' })
})

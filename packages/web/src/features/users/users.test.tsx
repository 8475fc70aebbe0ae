import type { User as Account } from '@pone/contract/entities/user.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outline } from '../../test-outline.ts'
import { type Answers, draw, serve } from '../../test-page.tsx'
import { Page } from './users-page.tsx'

configure({ defaultHidden: true })

/** In the time zone of the test machine, so that pages show the same text everywhere. */
const at = new Date(2026, 10, 22, 9, 30, 15).getTime()
const pageOf = <Row,>(rows: readonly Row[], total = rows.length) => ({ total, page: 1, pageSize: 20, rows })
/** The title attribute of a time contains the time zone. */
const told = (element?: Element) => outline(element).replaceAll(/ title "[^"]*\(UTC[^"]*"/g, '')
const table = () => document.querySelector('.ant-table') as HTMLElement
const row = async (name: string) => {
  const cells = await screen.findAllByText(name)
  return cells.map(cell => cell.closest('tr')).find(Boolean) as HTMLElement
}
type User = Awaited<ReturnType<typeof draw>>['user']
/** Sets the whole text at once, because a form re-renders all of its fields on each key. */
const fill = async (user: User, field: HTMLElement, text: string) => {
  await user.click(field)
  await user.paste(text)
}
const confirmIn = async (user: User, verb: string) => {
  const question = await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-modal-confirm')].at(-1)
    if (!found) throw new Error('no question')
    return found as HTMLElement
  })
  const text = question.textContent
  await user.click(within(question).getByRole('button', { name: verb }))
  return text
}
const account = (id: string, more: Partial<Account> = {}): Account => ({
  id,
  account: id,
  realName: `Person ${id}`,
  email: '',
  phone: '',
  organisation: '',
  isAdministrator: false,
  projects: [],
  createdAt: at,
  lastLoginAt: null,
  lockedUntil: null,
  lockedByAdministrator: false,
  isWaiting: false,
  ...more,
})
const project = (name: string) => ({ id: name, name, role: 'tester' })
const users = [
  account('me', { isAdministrator: true, email: 'me@pone.test', lastLoginAt: at }),
  account('wang', { phone: '13800000000', projects: [project('Shop')], organisation: 'Bank' }),
  account('zhao', { lockedByAdministrator: true, projects: [project('Shop'), project('Bank')] }),
  account('qian', { lockedUntil: Date.now() + 3_600_000 }),
  account('sun', { lockedUntil: at }),
  account('zhou', { isWaiting: true }),
  account('wu', { isWaiting: true }),
]

async function open(answers: Answers = {}, address = '/') {
  const sent = await serve({ 'user/list': pageOf(users), 'system/info': {}, ...answers })
  const drawn = await draw(<Page />, { address, session: { isAdministrator: true, userId: 'me' } })
  return { ...drawn, to: (call: string) => sent.filter(each => each.call === call).map(each => each.fields) }
}
const menuOf = async (user: User, name: string) => {
  await user.click(within(await row(name)).getByRole('button', { name: /^More actions: / }))
  return (await screen.findAllByRole('menu')).at(-1) as HTMLElement
}

test('accounts are listed in every state; columns can be chosen', async () => {
  const { user } = await open()
  await row('wang')
  expect(told(table())).toMatchInlineSnapshot(`
    "table: row: columnheader "Select all" | columnheader "Account" | columnheader "Name" | columnheader "Type" | columnheader "State" | columnheader "Projects and roles" | columnheader "E-mail" | columnheader "Phone" | columnheader "Last sign-in" | columnheader "Actions" "Users"
    table "Users"
      row: columnheader "Select" | columnheader "Account" | columnheader "Name" | columnheader "Type" | columnheader "State" | columnheader "Projects and roles" | columnheader "E-mail" | columnheader "Phone" | columnheader "Last sign-in" | columnheader "Actions"
      row: checkbox "Select row 1" [disabled] | me · You | Person me | Administrator | Active | – | me@pone.test | – | 2026-11-22 09:30 | button "Edit: me"; button "More actions: me"
      row: checkbox "Select row 2" | wang | Person wang | Project user | Active | Shop · Tester | – | 13800000000 | Never | button "Edit: wang"; button "More actions: wang"
      row: checkbox "Select row 3" | zhao | Person zhao | Project user | Locked | Shop · Tester +1 | – | – | Never | button "Edit: zhao"; button "More actions: zhao"
      row: checkbox "Select row 4" | qian | Person qian | Project user | Locked | – | – | – | Never | button "Edit: qian"; button "More actions: qian"
      row: checkbox "Select row 5" | sun | Person sun | Project user | Active | – | – | – | Never | button "Edit: sun"; button "More actions: sun"
      row: checkbox "Select row 6" | zhou | Person zhou | Project user | Pending approval | – | – | – | Never | button "Approve: zhou"; button "More actions: zhou"
      row: checkbox "Select row 7" | wu | Person wu | Project user | Pending approval | – | – | – | Never | button "Approve: wu"; button "More actions: wu""
  `)
  await user.click(screen.getByRole('button', { name: /columns/i }))
  const columns = await waitFor(() => document.querySelector('.data-table-columns') as HTMLElement)
  for (const box of within(columns)
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(each => !each.checked))
    await user.click(box)
  expect(told(table())).toMatchInlineSnapshot(`
    "table: row: columnheader "Select all" | columnheader "Account" | columnheader "Name" | columnheader "Type" | columnheader "State" | columnheader "Projects and roles" | columnheader "E-mail" | columnheader "Phone" | columnheader "Organisation" | columnheader "Last sign-in" | columnheader "Created" [sort=descending] | columnheader "Actions" "Users"
    table "Users"
      row: columnheader "Select" | columnheader "Account" | columnheader "Name" | columnheader "Type" | columnheader "State" | columnheader "Projects and roles" | columnheader "E-mail" | columnheader "Phone" | columnheader "Organisation" | columnheader "Last sign-in" | columnheader "Created" | columnheader "Actions"
      row: checkbox "Select row 1" [disabled] | me · You | Person me | Administrator | Active | – | me@pone.test | – | – | 2026-11-22 09:30 | 2026-11-22 09:30 | button "Edit: me"; button "More actions: me"
      row: checkbox "Select row 2" | wang | Person wang | Project user | Active | Shop · Tester | – | 13800000000 | Bank | Never | 2026-11-22 09:30 | button "Edit: wang"; button "More actions: wang"
      row: checkbox "Select row 3" | zhao | Person zhao | Project user | Locked | Shop · Tester +1 | – | – | – | Never | 2026-11-22 09:30 | button "Edit: zhao"; button "More actions: zhao"
      row: checkbox "Select row 4" | qian | Person qian | Project user | Locked | – | – | – | – | Never | 2026-11-22 09:30 | button "Edit: qian"; button "More actions: qian"
      row: checkbox "Select row 5" | sun | Person sun | Project user | Active | – | – | – | – | Never | 2026-11-22 09:30 | button "Edit: sun"; button "More actions: sun"
      row: checkbox "Select row 6" | zhou | Person zhou | Project user | Pending approval | – | – | – | – | Never | 2026-11-22 09:30 | button "Approve: zhou"; button "More actions: zhou"
      row: checkbox "Select row 7" | wu | Person wu | Project user | Pending approval | – | – | – | – | Never | 2026-11-22 09:30 | button "Approve: wu"; button "More actions: wu""
  `)
})

test('accounts are filtered by kind and state', async () => {
  const { to } = await open({}, '/?kind=administrator&lock=locked&search=li&sort=account')
  await row('wang')
  expect(to('user/list')[0]).toMatchInlineSnapshot(`
    {
      "descending": "true",
      "kind": "administrator",
      "lock": "locked",
      "page": "1",
      "pageSize": "10",
      "search": "li",
      "sort": "account",
    }
  `)
})

test.each(['me', 'wang', 'zhao', 'zhou'])('what can be done with %s', async name => {
  const { user } = await open()
  const direct = within(await row(name))
    .getAllByRole('button')
    .map(each => told(each))
  expect([...direct, told(await menuOf(user, name))].join('\n')).toMatchSnapshot()
})

test.each([
  ['wang', 'Lock', 'user/lock'],
  ['wang', 'Delete', 'user/delete'],
  ['zhou', 'Reject', 'user/refuse'],
])('%s: %s asks first', async (name, verb, call) => {
  const { user, to } = await open({ [call]: {} })
  await user.click(within(await menuOf(user, name)).getByRole('menuitem', { name: verb }))
  expect(await confirmIn(user, verb)).toContain(name)
  await waitFor(() => expect(to(call)).toEqual([{ ids: JSON.stringify([name]) }]))
})

test('a password is reset and the new one shown once', async () => {
  const { user, to } = await open({ 'user/resetPassword': { defaultPassword: 'Fresh-1234' } })
  const item = within(await menuOf(user, 'wang'))
    .getAllByRole('menuitem')
    .find(each => /eset/.test(each.textContent))
  await user.click(item as HTMLElement)
  await confirmIn(user, item?.textContent ?? '')
  await screen.findByText(/Fresh-1234/)
  expect(to('user/resetPassword')).toEqual([{ id: 'wang' }])
})

test('several accounts are locked and unlocked together; those that wait are approved', async () => {
  const { user, to } = await open({ 'user/lock': {}, 'user/unlock': {}, 'user/approve': {} })
  const choose = async (...names: string[]) => {
    for (const name of names) await user.click(within(await row(name)).getByRole('checkbox'))
  }
  expect(within(await row('me')).getByRole<HTMLInputElement>('checkbox').disabled).toBe(true)
  await choose('zhao')
  expect(told(screen.getByRole('toolbar'))).toMatchInlineSnapshot(`
    "toolbar "1 selected"
      1 selected
      button "Lock" [disabled]
      button "Unlock"
      button "Delete"
      button "Clear selection""
  `)
  await choose('wang')
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Lock' }))
  expect(await confirmIn(user, 'Lock')).toContain('2')
  await waitFor(() => expect(to('user/lock')[0]).toEqual({ ids: '["zhao","wang"]' }))
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  await choose('zhou', 'wu')
  expect(told(screen.getByRole('toolbar'))).toMatchInlineSnapshot(`
    "toolbar "2 selected"
      2 selected
      button "Lock"
      button "Unlock"
      button "Approve"
      button "Reject"
      button "Delete"
      button "Clear selection""
  `)
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(to('user/approve')).toEqual([{ ids: '["zhou","wu"]' }]))
})

test('an account is edited; the account name stays', async () => {
  const { user, to } = await open({ 'user/edit': users[1] })
  await user.click(await row('wang'))
  const dialog = await screen.findByRole('dialog')
  expect(told(dialog)).toMatchInlineSnapshot(`
    "dialog "Type" [modal]
      button "Close"
      Edit user
      form
        Account wang · Project user
        Name
        textbox "Name" = "Person wang" [required]
        Organisation
        textbox "Organisation" = "Bank"
        E-mail
        textbox "E-mail"
        Phone
        textbox "Phone" = "13800000000"
        button "Cancel"
        button "Save""
  `)
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(to('user/edit')[0]).toMatchObject({ id: 'wang', realName: 'Person wang', organisation: 'Bank' }),
  )
})

test('an account is created; a taken name is told at its field', async () => {
  const { user, to } = await open({ 'user/create': { status: 500, code: 'AccountExists', message: 'Taken' } })
  await row('wang')
  await user.click(screen.getByRole('button', { name: /New user|New account|New/ }))
  const dialog = await screen.findByRole('dialog')
  await fill(user, within(dialog).getByRole('textbox', { name: 'Account' }), 'chenwei')
  await fill(user, document.querySelector('input[type=password]') as HTMLElement, 'Secret-99')
  await fill(user, within(dialog).getByRole('textbox', { name: /ame$/ }), 'Chen')
  await user.click(within(dialog).getByRole('checkbox'))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(told(dialog)).toContain('Taken'))
  expect(to('user/create')[0]).toMatchObject({ account: 'chenwei', isAdministrator: 'true' })
})

test('accounts are imported; refused rows come first to be looked at', async () => {
  const { user } = await open({
    'user/import': {
      created: 1,
      refused: 1,
      defaultPassword: 'Fresh-1234',
      rows: [
        { row: 2, account: 'chen', created: true, problem: null },
        { row: 3, account: 'wang', created: false, problem: 'The account exists' },
      ],
    },
  })
  await row('wang')
  await user.click(screen.getByRole('button', { name: /Import/ }))
  const dialog = await screen.findByRole('dialog')
  expect(told(dialog)).toMatchInlineSnapshot(`
    "dialog "Type" [modal]
      button "Close"
      Import users
      1
      Download template
      2
      Upload file
      3
      Result
      Download the Excel template and enter one user per row. Account and name are required; other fields are optional.
      button "download Download template"
      button "Template completed, next""
  `)
  await user.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement)
  const input = await waitFor(() => dialog.querySelector('input[type=file]') as HTMLInputElement)
  await user.upload(input, new File(['x'], 'users.xlsx'))
  await within(dialog).findByText('The account exists')
  expect(told(dialog)).toMatchInlineSnapshot(`
    "dialog "Type" [modal]
      button "Close"
      Import users
      img "check"
      Download template
      img "check"
      Upload file
      3
      Result
      1 created1 not imported
      checkbox "Show only rows that were not imported" [checked]
      Show only rows that were not imported
      Default password: Fresh-1234
      button "Copy"
      Give the default password to the user. It must be changed at the first sign-in.
      table
        row: columnheader "Row" | columnheader "Account" | columnheader "Result"
        row: 3 | wang | The account exists
      button "Import another file"
      button "Close""
  `)
  await user.click(within(dialog).getByRole('checkbox'))
  await within(dialog).findByText('chen')
})

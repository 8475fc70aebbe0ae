// @vitest-environment happy-dom
import type { Member, ProjectChoice, Role } from '@pone/contract/entities/project.ts'
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { session } from '../../lib/session/session.ts'
import { outline } from '../../test-outline.ts'
import { type Answers, draw, serve } from '../../test-page.tsx'
import { Page as AdminPage } from './admin/admin-projects-page.tsx'
import { Page as ListPage } from './choice/project-list-page.tsx'
import { Page as ManagementPage } from './management/project-management-page.tsx'

configure({ defaultHidden: true })

/** In the time zone of the test machine, so that pages show the same text everywhere. */
const at = new Date(2026, 10, 22, 9, 30, 15).getTime()
/** Forms accept only well-formed ids. */
const uuid = (name: string) =>
  `00000000-0000-4000-8000-${Array.from(name)
    .map(each => each.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')}`
const project = (id: string, more: Partial<ProjectChoice> = {}): ProjectChoice => ({
  id,
  name: `Project ${id}`,
  code: id.toUpperCase(),
  description: 'Of the shop',
  type: 'test',
  isEnabled: true,
  size: '',
  system: '',
  managerPhone: '',
  testManager: '',
  testManagerPhone: '',
  plannedStartAt: null,
  plannedEndAt: null,
  actualStartAt: null,
  actualEndAt: null,
  estimatedResources: '',
  actualTesterCount: null,
  requirementCode: '',
  defectHandler: '',
  status: 'notImplemented',
  dynamicProperties: [],
  manager: { id: uuid('u1'), account: 'li', realName: 'Li Wei' },
  memberCount: 3,
  createdAt: at,
  updatedAt: at,
  archivedAt: null,
  role: 'tester',
  functions: ['project.edit', 'member.view'],
  lastRunAt: null,
  ...more,
})
const projects: readonly ProjectChoice[] = [
  project('p1', {
    status: 'inProgress',
    system: 'Web shop',
    testManager: 'Wang',
    plannedStartAt: at,
    plannedEndAt: at,
    lastRunAt: at,
  }),
  project('p2', { isEnabled: false, plannedStartAt: at }),
  project('p3', { status: 'archived', archivedAt: at, type: 'large' }),
  project('p4', { plannedEndAt: at }),
]
const template = {
  id: uuid('t1'),
  name: 'Standard',
  properties: [
    { name: 'Region', displayType: 'select', options: 'north;south', defaultValue: 'north' },
    { name: 'Owner', displayType: 'text', options: '', defaultValue: '' },
  ],
  updatedAt: at,
}
const pageOf = <Row,>(rows: readonly Row[], total = rows.length) => ({ total, page: 1, pageSize: 20, rows })

const told = (element?: Element) => outline(element).replaceAll(/ title "[^"]*\(UTC[^"]*"/g, '')
const table = () => document.querySelector('.ant-table') as HTMLElement
const drawer = () => document.querySelector('.ant-drawer-body') as HTMLElement
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
const menuOf = async (user: User, place: HTMLElement) => {
  await user.click(within(place).getByRole('button', { name: 'More actions' }))
  return (await screen.findAllByRole('menu')).at(-1) as HTMLElement
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
async function open(
  page: ReactNode,
  answers: Answers,
  options: {
    readonly address?: string
    readonly isAdministrator?: boolean
    readonly accessList?: readonly ProjectFunction[]
  } = {},
) {
  const sent = await serve(answers)
  const { address = '/', isAdministrator = false, accessList = [] } = options
  const drawn = await draw(page, { address, session: { isAdministrator, accessList } })
  return { ...drawn, to: (call: string) => sent.filter(each => each.call === call).map(each => each.fields) }
}

const admin = (answers: Answers = {}) =>
  open(
    <AdminPage />,
    {
      'adminProject/list': pageOf(projects),
      'adminProject/managers': [{ id: uuid('u2'), account: 'wang', realName: 'Wang Fang' }],
      'projectTemplate/list': [template],
      ...answers,
    },
    { isAdministrator: true },
  )

test('administrators see all projects; columns can be chosen', async () => {
  const { user } = await admin()
  await row('Project p1')
  await user.click(screen.getByRole('button', { name: /columns/i }))
  const columns = await waitFor(() => document.querySelector('.data-table-columns') as HTMLElement)
  expect(told(columns)).toMatchInlineSnapshot(`
    "checkbox "Code" [checked]
    Code
    checkbox "Type" [checked]
    Type
    checkbox "Status" [checked]
    Status
    checkbox "Project manager" [checked]
    Project manager
    checkbox "Members" [checked]
    Members
    checkbox "System" [checked]
    System
    checkbox "Planned"
    Planned
    checkbox "Test manager"
    Test manager
    checkbox "Created" [checked]
    Created"
  `)
  await user.click(within(columns).getByRole('checkbox', { name: /Planned/ }))
  expect(told(table())).toMatchInlineSnapshot(`
    "table: row: columnheader "Name" | columnheader "Code" | columnheader "Type" | columnheader "Status" | columnheader "Project manager" | columnheader "Members" | columnheader "System" | columnheader "Planned" | columnheader "Created" | columnheader
    table
      row: Project p1 | P1 | Test project | In progress | Li Wei · li | 3 | Web shop | 2026-11-22 09:30 → 2026-11-22 09:30 | 2026-11-22 09:30 | button "Edit"; button "More actions"
      row: Project p2 | P2 | Test project | Disabled | Li Wei · li | 3 | – | 2026-11-22 09:30 → – | 2026-11-22 09:30 | button "Edit"; button "More actions"
      row: Project p3 | P3 | Large | Archived | Li Wei · li | 3 | – | – | 2026-11-22 09:30 | button "Edit" [disabled]; button "More actions"
      row: Project p4 | P4 | Test project | Not started | Li Wei · li | 3 | – | – → 2026-11-22 09:30 | 2026-11-22 09:30 | button "Edit"; button "More actions""
  `)
})

test('projects are filtered by status and type; words that mean nothing count as all', async () => {
  const { to } = await open(
    <AdminPage />,
    { 'adminProject/list': pageOf(projects) },
    { isAdministrator: true, address: '/?status=archived&type=nonsense' },
  )
  await row('Project p1')
  expect(to('adminProject/list')[0]).toMatchObject({ status: 'archived', type: 'all' })
})

test.each([
  ['p1', 'Archive', 'adminProject/archive'],
  ['p3', 'Bring back', 'adminProject/restore'],
])('%s: %s asks first', async (id, verb, call) => {
  const { user, to } = await admin({ [call]: projects[0] })
  const menu = await menuOf(user, await row(`Project ${id}`))
  await user.click(within(menu).getByRole('menuitem', { name: verb }))
  expect(await confirmIn(user, verb)).toContain(`Project ${id}`)
  await waitFor(() => expect(to(call)).toHaveLength(1))
  expect(Object.values(to(call)[0] ?? {})[0]).toContain(id)
})

test('a project is deleted once its code was typed', async () => {
  const { user, to } = await admin({ 'adminProject/delete': {} })
  const menu = await menuOf(user, await row('Project p1'))
  await user.click(within(menu).getByRole('menuitem', { name: 'Delete' }))
  const question = await waitFor(() => document.querySelector('.ant-modal-confirm') as HTMLElement)
  const verb = within(question).getByRole('button', { name: 'Delete' })
  expect(verb.hasAttribute('disabled')).toBe(true)
  await user.type(within(question).getByRole('textbox'), 'P1')
  await user.click(verb)
  await waitFor(() => expect(to('adminProject/delete')).toEqual([{ id: 'p1', confirmation: 'P1' }]))
})

test('a project is edited with its manager, and its dates must follow each other', async () => {
  const { user, to } = await admin({ 'adminProject/edit': projects[0] })
  await user.click(within(await row('Project p1')).getByRole('button', { name: 'Edit' }))
  await screen.findByText('Web shop').catch(() => screen.findByDisplayValue('Web shop'))
  expect(told(drawer())).toMatchInlineSnapshot(`
    "form
      Basics
      Name
      textbox "Name" = "Project p1" [required]
      Code
      textbox "Code" = "P1" [required]
      Starts with a letter or digit; dot, underscore and hyphen allowed; at most 32
      Type
      Test project
      combobox "Type" [haspopup=listbox]
      img "down"
      Status
      In progress
      combobox "Status" [haspopup=listbox]
      img "down"
      System
      textbox "System" = "Web shop"
      Size
      textbox "Size"
      Description
      textbox "Description" = "Of the shop"
      Enabled
      switch "Enabled" [checked]
      People
      Project manager
      Li Wei · li
      combobox "Project manager" [haspopup=listbox, required]
      img "loading"
      Type an account or a name
      Project manager’s phone
      textbox "Project manager’s phone"
      Test manager
      textbox "Test manager" = "Wang"
      Test manager’s phone
      textbox "Test manager’s phone"
      Defect handler
      textbox "Defect handler"
      Actual number of testers
      spinbutton "Actual number of testers"
      button "Increase Value"
      button "Decrease Value"
      Schedule
      Planned start
      textbox "Planned start" = "2026-11-22 09:30"
      button "Clear"
      Planned end
      textbox "Planned end" = "2026-11-22 09:30"
      button "Clear"
      Actual start
      textbox "Actual start" (Select date)
      Actual end
      textbox "Actual end" (Select date)
      Estimated resources
      textbox "Estimated resources"
      Requirement code
      textbox "Requirement code"
      Own properties
      No own properties
      button "plus Add a property"
      button "Cancel"
      button "Save""
  `)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('adminProject/edit')).toHaveLength(1))
  expect(to('adminProject/edit')[0]).toMatchObject({ id: 'p1', managerId: uuid('u1'), status: 'inProgress' })
})

test('a project is created from a template of which properties are left out', async () => {
  const { user, to } = await admin({ 'adminProject/create': projects[0], 'adminProject/list': pageOf([]) })
  const [create] = await screen.findAllByRole('button', { name: /New project/ })
  await user.click(create as HTMLElement)
  await fill(user, await screen.findByRole('textbox', { name: 'Name' }), 'Shop')
  await fill(user, screen.getByRole('textbox', { name: 'Code' }), 'SHOP')
  await user.click(screen.getByRole('combobox', { name: /manager/i }))
  await user.click(await screen.findByTitle('Wang Fang · wang'))
  await user.click(screen.getByRole('combobox', { name: /Template/ }))
  await user.click(await screen.findByTitle('Standard'))
  await user.click(await screen.findByRole('checkbox', { name: 'Owner' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findAllByText(/two|2|at least/i)
  expect(to('adminProject/create')).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: 'Owner' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('adminProject/create')).toHaveLength(1))
  expect(to('adminProject/create')[0]).toMatchObject({
    name: 'Shop',
    managerId: uuid('u2'),
    templateProperties: '["Region","Owner"]',
  })
})

test('templates are listed, changed with their properties, and deleted after a question', async () => {
  const { user, to } = await admin({ 'projectTemplate/save': template, 'projectTemplate/delete': {} })
  await user.click(await screen.findByRole('button', { name: /templates/i }))
  await screen.findByText('Standard')
  expect(told(drawer())).toMatchInlineSnapshot(`
    "table
      row: columnheader "Template name" | columnheader "Properties" | columnheader "Updated" | columnheader
      row: Standard | Region、Owner | 2026-11-22 09:30 | button "Edit"; button "More actions""
  `)
  await user.click(within(drawer()).getByRole('button', { name: 'Edit' }))
  await screen.findByDisplayValue('Region')
  expect(told(drawer())).toMatchInlineSnapshot(`
    "form
      Template name
      textbox "Template name" = "Standard" [required]
      Properties
      group "Region"
        legend: Region "Region"
        textbox "Property" = "Region"
        Choice
        combobox "Shown as" [haspopup=listbox]
        img "down"
        north
        combobox "Default" [haspopup=listbox]
        img "down"
        button "Clear"
        button "Remove the property"
        textbox "Choices, separated by ;" = "north;south"
      group "Owner"
        legend: Owner "Owner"
        textbox "Property" = "Owner"
        Text
        combobox "Shown as" [haspopup=listbox]
        img "down"
        textbox "Default" (Default)
        button "Remove the property"
      button "plus Add a property"
      button "Cancel"
      button "Save""
  `)
  const [, removeSecond] = screen.getAllByRole('button', { name: /Remove/ })
  await user.click(screen.getByRole('button', { name: /Add/ }))
  await user.type(screen.getAllByRole('textbox', { name: 'Property' }).at(-1) as HTMLElement, 'Budget')
  await user.click(removeSecond as HTMLElement)
  const names = screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Property' }).map(each => each.value)
  expect(names.slice(-2)).toEqual(['Region', 'Budget'])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('projectTemplate/save')).toHaveLength(1))
  expect(JSON.parse(to('projectTemplate/save')[0]?.['properties'] ?? '')).toMatchInlineSnapshot(`
    [
      {
        "defaultValue": "north",
        "displayType": "select",
        "name": "Region",
        "options": "north;south",
      },
      {
        "defaultValue": "",
        "displayType": "text",
        "name": "Budget",
        "options": "",
      },
    ]
  `)
  await screen.findByText('Standard')
  const menu = await menuOf(user, drawer())
  await user.click(within(menu).getByRole('menuitem', { name: 'Delete' }))
  await confirmIn(user, 'Delete')
  await waitFor(() => expect(to('projectTemplate/delete')).toEqual([{ id: template.id }]))
})

test('there are no templates yet', async () => {
  const { user } = await admin({ 'projectTemplate/list': [] })
  await user.click(await screen.findByRole('button', { name: /templates/i }))
  await user.click(await within(await waitFor(() => drawer())).findByRole('button', { name: /New template/ }))
  await user.type(await screen.findByRole('textbox', { name: 'Template name' }), 'Empty')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).toBeTruthy())
})

const mine = (answers: Answers = {}, address = '/') =>
  open(<ListPage />, { 'project/mine': pageOf(projects), ...answers }, { address })

test('own projects as cards and as a table; the browser keeps the choice', async () => {
  const { user } = await mine()
  await screen.findByText('Project p1')
  expect(told(document.querySelector('.choice-cards') as HTMLElement)).toMatchInlineSnapshot(`
    "list
      listitem
        button "Project p1 Current P1 Of the shop In progress Tester Last run 2026-11-22 09:30"
      listitem
        button "Project p2 P2 Of the shop Disabled Tester Never run"
      listitem
        button "Project p3 P3 Of the shop Archived Tester Never run"
      listitem
        button "Project p4 P4 Of the shop Not started Tester Never run""
  `)
  await user.click(screen.getByTitle('Table'))
  await row('Project p1')
  expect(told(table())).toMatchInlineSnapshot(`
    "table: row: columnheader "Name" | columnheader "Code" | columnheader "Type" | columnheader "Status" | columnheader "Your role" | columnheader "Project manager" | columnheader "Members" | columnheader "Last run" | columnheader
    table
      row: Project p1 | P1 | Test project | In progress | Tester | Li Wei | 3 | 2026-11-22 09:30 | button "Enter"
      row: Project p2 | P2 | Test project | Disabled | Tester | Li Wei | 3 | – | button "Enter"
      row: Project p3 | P3 | Large | Archived | Tester | Li Wei | 3 | – | button "Enter"
      row: Project p4 | P4 | Test project | Not started | Tester | Li Wei | 3 | – | button "Enter""
  `)
  expect(localStorage.getItem('pone.projectView')).toBe('table')
  await user.click(screen.getByRole('button', { name: /columns/i }))
  expect(
    told(await waitFor(() => document.querySelector('.data-table-columns') as HTMLElement)),
  ).toMatchInlineSnapshot(`
    "checkbox "Code" [checked]
    Code
    checkbox "Type" [checked]
    Type
    checkbox "Status" [checked]
    Status
    checkbox "Your role" [checked]
    Your role
    checkbox "Project manager" [checked]
    Project manager
    checkbox "Members" [checked]
    Members
    checkbox "System"
    System
    checkbox "Last run" [checked]
    Last run
    checkbox "Created"
    Created"
  `)
  await user.click(screen.getByTitle('Cards'))
  expect(localStorage.getItem('pone.projectView')).toBe('cards')
})

test('a card enters its project', async () => {
  const { user, router } = await mine()
  await user.click(await screen.findByText('Project p2'))
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/'))
  expect(session.get()).toMatchObject({ projectId: 'p2', projectName: 'Project p2' })
})

test.each([
  ['none yet', '/', pageOf([]), /New project/],
  ['none that matches', '/?search=x', pageOf([]), 'Clear the filters'],
  ['a refusal', '/', { status: 500, code: 'Busy', message: 'The database is busy' }, /Retry/],
])('own projects: %s', async (_name, address, answer, button) => {
  await mine({ 'project/mine': answer }, address)
  await waitFor(() => expect(screen.getAllByRole('button', { name: button }).length).toBeGreaterThan(0))
  expect(document.querySelector('.choice-cards')).toBeNull()
  expect(document.querySelector('.data-table-filters') === null).toBe(address === '/')
})

test('many projects are paged', async () => {
  const { user, router } = await mine({ 'project/mine': pageOf(projects, 41) })
  await screen.findByText('Project p1')
  await user.click(await screen.findByRole('listitem', { name: '2' }))
  expect(router.state.location.search).toBe('?page=2')
})

test('who creates a project enters it', async () => {
  const { user, to, router } = await mine({ 'project/create': projects[3], 'projectTemplate/list': [] })
  await screen.findByText('Project p1')
  await user.click(screen.getByRole('button', { name: /New project/ }))
  await fill(user, await screen.findByRole('textbox', { name: 'Name' }), 'Shop')
  await fill(user, screen.getByRole('textbox', { name: 'Code' }), 'SHOP')
  await user.click(screen.getByRole('button', { name: /^(Save|Create)/ }))
  await waitFor(() => expect(to('project/create')[0]).toMatchObject({ name: 'Shop', code: 'SHOP' }))
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/'))
})

const roles: readonly Role[] = [
  {
    id: uuid('r1'),
    builtIn: 'projectManager',
    name: 'projectManager',
    functions: ['project.edit', 'role.edit'],
    memberCount: 1,
    isFixed: true,
  },
  {
    id: uuid('r2'),
    builtIn: 'tester',
    name: 'tester',
    functions: ['component.view'],
    memberCount: 2,
    isFixed: false,
  },
  { id: uuid('r3'), builtIn: null, name: 'Analyst', functions: [], memberCount: 0, isFixed: false },
]
const member = (id: string, more: Partial<Member> = {}): Member => ({
  userId: uuid(id),
  account: id,
  realName: `Person ${id}`,
  email: '',
  phone: '',
  roleId: uuid('r2'),
  roleName: 'tester',
  roleBuiltIn: 'tester',
  joinedAt: at,
  lastLoginAt: null,
  ...more,
})
const members = [
  member('u1', {
    roleId: uuid('r1'),
    roleName: 'projectManager',
    roleBuiltIn: 'projectManager',
    email: 'li@pone.test',
    lastLoginAt: at,
  }),
  member('u2', { phone: '13800000000' }),
  member('u3', { roleId: uuid('r3'), roleName: 'Analyst', roleBuiltIn: null }),
]
const everything: readonly ProjectFunction[] = ['project.edit', 'member.view', 'member.edit', 'role.edit']
const manage = (tab: string, answers: Answers = {}, accessList: readonly ProjectFunction[] = everything) =>
  open(
    <ManagementPage />,
    {
      'project/get': {
        ...projects[0],
        dynamicProperties: [
          { name: 'Region', displayType: 'text', options: '', defaultValue: '', value: 'north' },
        ],
      },
      'member/list': pageOf(members),
      'role/list': roles,
      'member/candidates': [{ id: uuid('u9'), account: 'zhao', realName: 'Zhao Min' }],
      'projectApiToken/list': pageOf([]),
      ...answers,
    },
    { address: `/?tab=${tab}`, accessList },
  )

test('the details of a project are changed and saved', async () => {
  const { user, to } = await manage('details', { 'project/edit': { ...projects[0], isEnabled: false } })
  const system = await screen.findByDisplayValue('Web shop')
  expect(told(screen.getByRole('tabpanel'))).toMatchInlineSnapshot(`
    "tabpanel "Details"
      table: row: Project managerLi Wei · li | StatusIn progress | Created2026-11-22 09:30
      form
        Basics
        Name
        textbox "Name" = "Project p1" [required]
        Code
        textbox "Code" = "P1" [required]
        Starts with a letter or digit; dot, underscore and hyphen allowed; at most 32
        Type
        Test project
        combobox "Type" [haspopup=listbox]
        img "down"
        Status
        In progress
        combobox "Status" [haspopup=listbox]
        img "down"
        System
        textbox "System" = "Web shop"
        Size
        textbox "Size"
        Description
        textbox "Description" = "Of the shop"
        Enabled
        switch "Enabled" [checked]
        People
        Project manager’s phone
        textbox "Project manager’s phone"
        Test manager
        textbox "Test manager" = "Wang"
        Test manager’s phone
        textbox "Test manager’s phone"
        Defect handler
        textbox "Defect handler"
        Actual number of testers
        spinbutton "Actual number of testers"
        button "Increase Value"
        button "Decrease Value"
        Schedule
        Planned start
        textbox "Planned start" = "2026-11-22 09:30"
        button "Clear"
        Planned end
        textbox "Planned end" = "2026-11-22 09:30"
        button "Clear"
        Actual start
        textbox "Actual start" (Select date)
        Actual end
        textbox "Actual end" (Select date)
        Estimated resources
        textbox "Estimated resources"
        Requirement code
        textbox "Requirement code"
        Own properties
        group "Region"
          legend: Region "Region"
          textbox "Property" = "Region"
          Text
          combobox "Shown as" [haspopup=listbox]
          img "down"
          textbox "Default" (Default)
          textbox "Value" = "north"
          button "Remove the property"
        button "plus Add a property"
        button "Save""
  `)
  await user.clear(system)
  await user.type(screen.getByRole('textbox', { name: 'Value' }), '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('project/edit')).toHaveLength(1))
  expect(to('project/edit')[0]).toMatchObject({ projectId: 'p1', system: '' })
  expect(to('project/edit')[0]?.['dynamicProperties']).toContain('north!')
  // Everything that could not be read while the project was disabled is read again.
  await waitFor(() =>
    expect(screen.getByText(/disabled|switched off/i, { selector: '[role=alert] *' })).toBeTruthy(),
  )
})

test.each([
  ['archived', { status: 'archived' as const }],
  ['switched off', { isEnabled: false }],
  ['without the right to edit', { functions: [] }],
])('details of a project that is %s', async (_name, more) => {
  await manage('details', { 'project/get': project('p1', more) })
  await screen.findByDisplayValue('Project p1')
  const alerts = screen.queryAllByRole('alert').map(alert => told(alert))
  expect([
    alerts,
    screen.queryByRole('button', { name: 'Save' }) !== null,
    screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).disabled,
  ]).toMatchSnapshot()
})

test('the tabs are those that the user may see', async () => {
  const tabs = () => screen.getAllByRole('tab').map(tab => tab.textContent)
  await manage('details', {}, ['member.view'])
  await screen.findByDisplayValue('Web shop')
  expect(tabs()).toMatchInlineSnapshot(`
    [
      "Details",
      "Members",
      "Roles and functions",
    ]
  `)
})

test('members are listed; the project manager stays', async () => {
  const { user, to } = await manage('members', { 'member/remove': {}, 'member/setRole': {} })
  await row('Person u1')
  await screen.findAllByText('Analyst')
  expect(told(table())).toMatchInlineSnapshot(`
    "table: row: columnheader "Select all" | columnheader "Name" | columnheader "Account" | columnheader "Role" | columnheader "E-mail" | columnheader "Phone" | columnheader "Joined" | columnheader "Last sign-in" | columnheader
    table
      row: checkbox "Select row 1" [disabled] | Person u1 | u1 | Project manager | li@pone.test | – | 2026-11-22 09:30 | 2026-11-22 09:30 | 
      row: checkbox "Select row 2" | Person u2 | u2 | Tester | – | 13800000000 | 2026-11-22 09:30 | – | button "Remove"
      row: checkbox "Select row 3" | Person u3 | u3 | Analyst | – | – | 2026-11-22 09:30 | – | button "Remove""
  `)
  await user.click(within(await row('Person u2')).getByRole('checkbox'))
  await user.click(within(await row('Person u3')).getByRole('checkbox'))
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Remove' }))
  expect(await confirmIn(user, 'Remove')).toMatch(/Person u2.*2/)
  await waitFor(() =>
    expect(to('member/remove')).toEqual([
      { projectId: 'p1', userIds: JSON.stringify([uuid('u2'), uuid('u3')]) },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  await user.click(within(await row('Person u3')).getByRole('combobox'))
  await user.click((await screen.findAllByTitle(/Tester/)).at(-1) as HTMLElement)
  await waitFor(() => expect(to('member/setRole')).toHaveLength(1))
  expect(to('member/setRole')[0]).toMatchObject({ roleId: uuid('r2') })
})

test('who may not edit members only reads them', async () => {
  await manage('members', {}, ['member.view'])
  await row('Person u2')
  expect(within(table()).queryAllByRole('button', { name: 'Remove' })).toEqual([])
  expect(within(table()).queryAllByRole('checkbox')).toEqual([])
  expect(within(table()).queryAllByRole('combobox')).toEqual([])
  expect(screen.queryByRole('button', { name: /Add/ })).toBeNull()
})

test('members are found by two letters and added under a role', async () => {
  const { user, to } = await manage('members', { 'member/add': {} })
  await row('Person u2')
  await user.click(screen.getByRole('button', { name: /Add/ }))
  const dialog = await screen.findByRole('dialog')
  const search = (await within(dialog).findAllByRole('combobox'))[0] as HTMLElement
  await user.type(search, 'z')
  expect(to('member/candidates')).toEqual([])
  await user.type(search, 'h')
  await user.click(await screen.findByTitle('Zhao Min · zhao'))
  await user.click(within(dialog).getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(to('member/add')).toEqual([
      { projectId: 'p1', userIds: JSON.stringify([uuid('u9')]), roleId: uuid('r2') },
    ]),
  )
})

test('roles as a matrix: changed together, saved one by one, discarded', async () => {
  const { user, to } = await manage('roles', { 'role/edit': roles[1] })
  await screen.findByText('Analyst')
  expect(told(document.querySelector('.role-matrix') as HTMLElement)).toMatchInlineSnapshot(`
    "table
      row: columnheader "Function" | columnheader "Project manager 1 members Fixed" | columnheader "Tester 2 members" | columnheader "Analyst 0 members more"
      row: Project
      row: See the project | checkbox "Project manager: See the project" [disabled] | checkbox "Tester: See the project" | checkbox "Analyst: See the project"
      row: Edit the project | checkbox "Project manager: Edit the project" [disabled, checked] | checkbox "Tester: Edit the project" | checkbox "Analyst: Edit the project"
      row: See members | checkbox "Project manager: See members" [disabled] | checkbox "Tester: See members" | checkbox "Analyst: See members"
      row: Manage members | checkbox "Project manager: Manage members" [disabled] | checkbox "Tester: Manage members" | checkbox "Analyst: Manage members"
      row: Manage roles | checkbox "Project manager: Manage roles" [disabled, checked] | checkbox "Tester: Manage roles" | checkbox "Analyst: Manage roles"
      row: Components
      row: See components | checkbox "Project manager: See components" [disabled] | checkbox "Tester: See components" [checked] | checkbox "Analyst: See components"
      row: Edit components | checkbox "Project manager: Edit components" [disabled] | checkbox "Tester: Edit components" | checkbox "Analyst: Edit components"
      row: Run components standalone | checkbox "Project manager: Run components standalone" [disabled] | checkbox "Tester: Run components standalone" | checkbox "Analyst: Run components standalone"
      row: Scenarios
      row: See scenarios | checkbox "Project manager: See scenarios" [disabled] | checkbox "Tester: See scenarios" | checkbox "Analyst: See scenarios"
      row: Edit scenarios | checkbox "Project manager: Edit scenarios" [disabled] | checkbox "Tester: Edit scenarios" | checkbox "Analyst: Edit scenarios"
      row: Runs and reports
      row: See runs and reports | checkbox "Project manager: See runs and reports" [disabled] | checkbox "Tester: See runs and reports" | checkbox "Analyst: See runs and reports"
      row: Execute scenarios | checkbox "Project manager: Execute scenarios" [disabled] | checkbox "Tester: Execute scenarios" | checkbox "Analyst: Execute scenarios"
      row: Stop runs, change the load | checkbox "Project manager: Stop runs, change the load" [disabled] | checkbox "Tester: Stop runs, change the load" | checkbox "Analyst: Stop runs, change the load"
      row: Delete execution records | checkbox "Project manager: Delete execution records" [disabled] | checkbox "Tester: Delete execution records" | checkbox "Analyst: Delete execution records"
      row: Generate reports | checkbox "Project manager: Generate reports" [disabled] | checkbox "Tester: Generate reports" | checkbox "Analyst: Generate reports"
      row: Clusters and deployment
      row: See clusters | checkbox "Project manager: See clusters" [disabled] | checkbox "Tester: See clusters" | checkbox "Analyst: See clusters"
      row: Manage the project’s clusters | checkbox "Project manager: Manage the project’s clusters" [disabled] | checkbox "Tester: Manage the project’s clusters" | checkbox "Analyst: Manage the project’s clusters"
      row: See deployments | checkbox "Project manager: See deployments" [disabled] | checkbox "Tester: See deployments" | checkbox "Analyst: See deployments"
      row: Deploy, start and stop | checkbox "Project manager: Deploy, start and stop" [disabled] | checkbox "Tester: Deploy, start and stop" | checkbox "Analyst: Deploy, start and stop""
  `)
  expect(screen.queryByText(/unsaved|not saved/i)).toBeNull()
  const box = screen
    .getAllByRole('checkbox', { name: /^Analyst: / })
    .find(each => !(each as HTMLInputElement).checked) as HTMLElement
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect((box as HTMLInputElement).checked).toBe(false)
  await user.click(box)
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(to('role/edit')).toHaveLength(1))
  expect(to('role/edit')[0]).toMatchInlineSnapshot(`
    {
      "functions": "["project.view"]",
      "id": "00000000-0000-4000-8000-000000007233",
      "name": "Analyst",
      "projectId": "p1",
    }
  `)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull())
})

test('who may not edit roles sees them only', async () => {
  await manage('roles', {}, ['member.view'])
  await screen.findByText('Analyst')
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').every(box => box.disabled)).toBe(true)
  expect(screen.queryByRole('button', { name: /New role|More/ })).toBeNull()
})

test('a custom role is created with the functions of those who only look', async () => {
  const { user, to } = await manage('roles', { 'role/create': roles[2] })
  await user.click(await screen.findByRole('button', { name: /New role/ }))
  await user.type(await screen.findByRole('textbox', { name: 'Role name' }), 'Reader')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(to('role/create')[0]).toMatchObject({ projectId: 'p1', name: 'Reader' }))
})

test('a custom role is deleted after a question', async () => {
  const { user, to } = await manage('roles', { 'role/delete': {} })
  const head = (await screen.findByText('Analyst')).closest('th') as HTMLElement
  await user.click(within(await menuOf(user, head)).getByRole('menuitem', { name: 'Delete' }))
  expect(await confirmIn(user, 'Delete')).toContain('Analyst')
  await waitFor(() => expect(to('role/delete')).toEqual([{ projectId: 'p1', id: uuid('r3') }]))
})

test('a custom role is renamed; a taken name is told at its field', async () => {
  const { user, to } = await manage('roles', {
    'role/edit': { status: 500, code: 'NameExists', message: 'Taken' },
  })
  const head = (await screen.findByText('Analyst')).closest('th') as HTMLElement
  await user.click(within(await menuOf(user, head)).getByRole('menuitem', { name: 'Rename the role' }))
  await user.type(await screen.findByDisplayValue('Analyst'), '2')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Taken/)
  expect(to('role/edit')[0]).toMatchObject({ id: uuid('r3'), name: 'Analyst2' })
})

test.each([
  ['details', 'project/get'],
  ['members', 'member/list'],
  ['roles', 'role/list'],
])('the tab %s says why it cannot be read, and reads it again', async (tab, call) => {
  let isDown = true
  const whole: Answers = { 'project/get': projects[0], 'member/list': pageOf(members), 'role/list': roles }
  const { user } = await manage(tab, {
    [call]: () => (isDown ? { status: 500, code: 'Busy', message: 'The database is busy' } : whole[call]),
  })
  await screen.findByText(/The database is busy/)
  isDown = false
  await user.click(screen.getByRole('button', { name: /Retry/ }))
  await waitFor(() => expect(screen.queryByText(/The database is busy/)).toBeNull())
})

import type { Member, Role } from '@pone/contract/entities/project.ts'
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers } from '../../test-page.tsx'
import { Page as ManagementPage } from './management/project-management-page.tsx'
import {
  at,
  confirmIn,
  menuOf,
  open,
  pageOf,
  project,
  projects,
  row,
  table,
  told,
  uuid,
} from './test-projects.tsx'

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
    "tabpanel "Project information"
      table: row: Project managerLi Wei · li | StatusIn progress | Created2026-11-22 09:30
      form
        Basics
        Project name
        textbox "Project name" = "Project p1" [required]
        Project code
        textbox "Project code" = "P1" [required]
        Starts with a letter or digit; may contain dots, underscores and hyphens; at most 32 characters
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
        If disabled, members cannot enter the project. Its data is kept.
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
        Custom properties
        group "Region"
          legend: Region "Region"
          textbox "Property name" = "Region"
          Text
          combobox "Display type" [haspopup=listbox]
          img "down"
          textbox "Default value" (Default value)
          textbox "Value" = "north"
          button "Remove property"
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
    screen.getByRole<HTMLInputElement>('textbox', { name: 'Project name' }).disabled,
  ]).toMatchSnapshot()
})

test('the tabs are those that the user may see', async () => {
  const tabs = () => screen.getAllByRole('tab').map(tab => tab.textContent)
  await manage('details', {}, ['member.view'])
  await screen.findByDisplayValue('Web shop')
  expect(tabs()).toMatchInlineSnapshot(`
    [
      "Project information",
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
    "table: row: columnheader "Select all" | columnheader "Name" | columnheader "Account" | columnheader "Role" | columnheader "E-mail" | columnheader "Phone" | columnheader "Joined" | columnheader "Last sign-in" | columnheader "Actions" "Members"
    table "Members"
      row: columnheader "Select" | columnheader "Name" | columnheader "Account" | columnheader "Role" | columnheader "E-mail" | columnheader "Phone" | columnheader "Joined" | columnheader "Last sign-in" | columnheader "Actions"
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
      row: View project | checkbox "Project manager: View project" [disabled] | checkbox "Tester: View project" | checkbox "Analyst: View project"
      row: Edit project information | checkbox "Project manager: Edit project information" [disabled, checked] | checkbox "Tester: Edit project information" | checkbox "Analyst: Edit project information"
      row: View members | checkbox "Project manager: View members" [disabled] | checkbox "Tester: View members" | checkbox "Analyst: View members"
      row: Manage members | checkbox "Project manager: Manage members" [disabled] | checkbox "Tester: Manage members" | checkbox "Analyst: Manage members"
      row: Manage roles | checkbox "Project manager: Manage roles" [disabled, checked] | checkbox "Tester: Manage roles" | checkbox "Analyst: Manage roles"
      row: Components
      row: View components | checkbox "Project manager: View components" [disabled] | checkbox "Tester: View components" [checked] | checkbox "Analyst: View components"
      row: Edit components | checkbox "Project manager: Edit components" [disabled] | checkbox "Tester: Edit components" | checkbox "Analyst: Edit components"
      row: Run components standalone | checkbox "Project manager: Run components standalone" [disabled] | checkbox "Tester: Run components standalone" | checkbox "Analyst: Run components standalone"
      row: Scenarios
      row: View scenarios | checkbox "Project manager: View scenarios" [disabled] | checkbox "Tester: View scenarios" | checkbox "Analyst: View scenarios"
      row: Edit scenarios | checkbox "Project manager: Edit scenarios" [disabled] | checkbox "Tester: Edit scenarios" | checkbox "Analyst: Edit scenarios"
      row: Runs and reports
      row: View runs and reports | checkbox "Project manager: View runs and reports" [disabled] | checkbox "Tester: View runs and reports" | checkbox "Analyst: View runs and reports"
      row: Run scenarios | checkbox "Project manager: Run scenarios" [disabled] | checkbox "Tester: Run scenarios" | checkbox "Analyst: Run scenarios"
      row: Stop runs, change the load | checkbox "Project manager: Stop runs, change the load" [disabled] | checkbox "Tester: Stop runs, change the load" | checkbox "Analyst: Stop runs, change the load"
      row: Delete execution records | checkbox "Project manager: Delete execution records" [disabled] | checkbox "Tester: Delete execution records" | checkbox "Analyst: Delete execution records"
      row: Generate reports | checkbox "Project manager: Generate reports" [disabled] | checkbox "Tester: Generate reports" | checkbox "Analyst: Generate reports"
      row: Clusters and deployment
      row: View clusters | checkbox "Project manager: View clusters" [disabled] | checkbox "Tester: View clusters" | checkbox "Analyst: View clusters"
      row: Manage project clusters | checkbox "Project manager: Manage project clusters" [disabled] | checkbox "Tester: Manage project clusters" | checkbox "Analyst: Manage project clusters"
      row: View deployments | checkbox "Project manager: View deployments" [disabled] | checkbox "Tester: View deployments" | checkbox "Analyst: View deployments"
      row: Deploy, start and stop | checkbox "Project manager: Deploy, start and stop" [disabled] | checkbox "Tester: Deploy, start and stop" | checkbox "Analyst: Deploy, start and stop"
      row: Monitors
      row: View monitors | checkbox "Project manager: View monitors" [disabled] | checkbox "Tester: View monitors" | checkbox "Analyst: View monitors"
      row: Manage monitors | checkbox "Project manager: Manage monitors" [disabled] | checkbox "Tester: Manage monitors" | checkbox "Analyst: Manage monitors""
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
  await user.click(within(await menuOf(user, head)).getByRole('menuitem', { name: 'Rename role' }))
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

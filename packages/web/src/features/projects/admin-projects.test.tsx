import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Answers } from '../../test-page.tsx'
import { Page as AdminPage } from './admin/admin-projects-page.tsx'
import {
  at,
  confirmIn,
  fill,
  menuOf,
  open,
  pageOf,
  projects,
  row,
  table,
  told,
  uuid,
} from './test-projects.tsx'

const template = {
  id: uuid('t1'),
  name: 'Standard',
  properties: [
    { name: 'Region', displayType: 'select', options: 'north;south', defaultValue: 'north' },
    { name: 'Owner', displayType: 'text', options: '', defaultValue: '' },
  ],
  updatedAt: at,
}

const drawer = () => document.querySelector('.ant-drawer-body') as HTMLElement

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
    "checkbox "Project code" [checked]
    Project code
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
    "table: row: columnheader "Project name" | columnheader "Project code" | columnheader "Type" | columnheader "Status" | columnheader "Project manager" | columnheader "Members" | columnheader "System" | columnheader "Planned" | columnheader "Created" | columnheader "Actions" "Projects"
    table "Projects"
      row: columnheader "Project name" | columnheader "Project code" | columnheader "Type" | columnheader "Status" | columnheader "Project manager" | columnheader "Members" | columnheader "System" | columnheader "Planned" | columnheader "Created" | columnheader "Actions"
      row: Project p1 | P1 | Test project | In progress | Li Wei · li | 3 | Web shop | 2026-11-22 09:30 → 2026-11-22 09:30 | 2026-11-22 09:30 | button "Edit: Project p1"; button "More actions: Project p1"
      row: Project p2 | P2 | Test project | Disabled | Li Wei · li | 3 | – | 2026-11-22 09:30 → – | 2026-11-22 09:30 | button "Edit: Project p2"; button "More actions: Project p2"
      row: Project p3 | P3 | Large project | Archived | Li Wei · li | 3 | – | – | 2026-11-22 09:30 | button "Edit: Project p3" [disabled]; button "More actions: Project p3"
      row: Project p4 | P4 | Test project | Not started | Li Wei · li | 3 | – | – → 2026-11-22 09:30 | 2026-11-22 09:30 | button "Edit: Project p4"; button "More actions: Project p4""
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
  ['p3', 'Unarchive', 'adminProject/restore'],
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
  await user.click(within(await row('Project p1')).getByRole('button', { name: 'Edit: Project p1' }))
  await waitFor(() => screen.queryByText('Web shop') ?? screen.getByDisplayValue('Web shop'))
  // The people are asked for when the form opens.
  await waitFor(() => expect(document.querySelector('.anticon-loading')).toBeNull())
  expect(told(drawer())).toMatchInlineSnapshot(`
    "form
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
      Project manager
      Li Wei · li
      combobox "Project manager" [haspopup=listbox, required]
      img "down"
      Type an account or name to search
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
      No custom properties
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
  await fill(user, await screen.findByRole('textbox', { name: 'Project name' }), 'Shop')
  await fill(user, screen.getByRole('textbox', { name: 'Project code' }), 'SHOP')
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
      row: Standard | Region、Owner | 2026-11-22 09:30 | button "Edit: Standard"; button "More actions: Standard""
  `)
  await user.click(within(drawer()).getByRole('button', { name: 'Edit: Standard' }))
  await screen.findByDisplayValue('Region')
  expect(told(drawer())).toMatchInlineSnapshot(`
    "form
      Template name
      textbox "Template name" = "Standard" [required]
      Properties
      group "Region"
        legend: Region "Region"
        textbox "Property name" = "Region"
        Single choice
        combobox "Display type" [haspopup=listbox]
        img "down"
        north
        combobox "Default value" [haspopup=listbox]
        img "down"
        button "Clear"
        button "Remove property"
        textbox "Options, separated by ;" = "north;south"
      group "Owner"
        legend: Owner "Owner"
        textbox "Property name" = "Owner"
        Text
        combobox "Display type" [haspopup=listbox]
        img "down"
        textbox "Default value" (Default value)
        button "Remove property"
      button "plus Add a property"
      Properties that can be selected when a project is created from this template; at least two.
      button "Cancel"
      button "Save""
  `)
  const [, removeSecond] = screen.getAllByRole('button', { name: /Remove/ })
  await user.click(screen.getByRole('button', { name: /Add/ }))
  await user.type(screen.getAllByRole('textbox', { name: 'Property name' }).at(-1) as HTMLElement, 'Budget')
  await user.click(removeSecond as HTMLElement)
  const names = screen
    .getAllByRole<HTMLInputElement>('textbox', { name: 'Property name' })
    .map(each => each.value)
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

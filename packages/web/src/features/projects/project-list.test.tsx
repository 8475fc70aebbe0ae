import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../lib/session/session.ts'
import { type Answers } from '../../test-page.tsx'
import { Page as ListPage } from './choice/project-list-page.tsx'
import { fill, open, pageOf, projects, row, table, told } from './test-projects.tsx'

const mine = (answers: Answers = {}, address = '/') =>
  open(<ListPage />, { 'project/mine': pageOf(projects), ...answers }, { address })

test('own projects as cards and as a table; the browser keeps the choice', async () => {
  const { user } = await mine()
  await screen.findByText('Project p1')
  expect(told(document.querySelector('.choice-cards') as HTMLElement)).toMatchInlineSnapshot(`
    "list
      listitem
        button "Project p1 Current project P1 Of the shop In progress Tester Last run 2026-11-22 09:30"
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
    "table: row: columnheader "Project name" | columnheader "Project code" | columnheader "Type" | columnheader "Status" | columnheader "My role" | columnheader "Project manager" | columnheader "Members" | columnheader "Last run" | columnheader "Actions" "Projects"
    table "Projects"
      row: columnheader "Project name" | columnheader "Project code" | columnheader "Type" | columnheader "Status" | columnheader "My role" | columnheader "Project manager" | columnheader "Members" | columnheader "Last run" | columnheader "Actions"
      row: Project p1 | P1 | Test project | In progress | Tester | Li Wei | 3 | 2026-11-22 09:30 | button "Enter project"
      row: Project p2 | P2 | Test project | Disabled | Tester | Li Wei | 3 | – | button "Enter project"
      row: Project p3 | P3 | Large project | Archived | Tester | Li Wei | 3 | – | button "Enter project"
      row: Project p4 | P4 | Test project | Not started | Tester | Li Wei | 3 | – | button "Enter project""
  `)
  expect(localStorage.getItem('pone.projectView')).toBe('table')
  await user.click(screen.getByRole('button', { name: /columns/i }))
  expect(
    told(await waitFor(() => document.querySelector('.data-table-columns') as HTMLElement)),
  ).toMatchInlineSnapshot(`
    "checkbox "Project code" [checked]
    Project code
    checkbox "Type" [checked]
    Type
    checkbox "Status" [checked]
    Status
    checkbox "My role" [checked]
    My role
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
  ['none that matches', '/?search=x', pageOf([]), 'Clear filters'],
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
  await fill(user, await screen.findByRole('textbox', { name: 'Project name' }), 'Shop')
  await fill(user, screen.getByRole('textbox', { name: 'Project code' }), 'SHOP')
  await user.click(screen.getByRole('button', { name: /^(Save|Create)/ }))
  await waitFor(() => expect(to('project/create')[0]).toMatchObject({ name: 'Shop', code: 'SHOP' }))
  await waitFor(() => expect(router.state.location.pathname).not.toBe('/'))
})

/** For tests of the project pages: projects, members and roles, and the pages that show them. */
import type { ProjectChoice } from '@pone/contract/entities/project.ts'
import type { ProjectFunction } from '@pone/contract/permissions.ts'
import { configure, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { outline } from '../../test-outline.ts'
import { type Answers, draw, serve } from '../../test-page.tsx'

configure({ defaultHidden: true })

/** In the time zone of the test machine, so that pages show the same text everywhere. */
export const at = new Date(2026, 10, 22, 9, 30, 15).getTime()

/** Forms accept only well-formed ids. */
export const uuid = (name: string) =>
  `00000000-0000-4000-8000-${Array.from(name)
    .map(each => each.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')}`

export const project = (id: string, more: Partial<ProjectChoice> = {}): ProjectChoice => ({
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

export const projects: readonly ProjectChoice[] = [
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

export const pageOf = <Row,>(rows: readonly Row[], total = rows.length) => ({
  total,
  page: 1,
  pageSize: 20,
  rows,
})

export const told = (element?: Element) => outline(element).replaceAll(/ title "[^"]*\(UTC[^"]*"/g, '')

export const table = () => document.querySelector('.ant-table') as HTMLElement

export const row = async (name: string) => {
  const cells = await screen.findAllByText(name)
  return cells.map(cell => cell.closest('tr')).find(Boolean) as HTMLElement
}

type User = Awaited<ReturnType<typeof draw>>['user']

/** Sets the whole text at once, because a form re-renders all of its fields on each key. */
export const fill = async (user: User, field: HTMLElement, text: string) => {
  await user.click(field)
  await user.paste(text)
}

export const menuOf = async (user: User, place: HTMLElement) => {
  await user.click(within(place).getByRole('button', { name: /^More actions: / }))
  return (await screen.findAllByRole('menu')).at(-1) as HTMLElement
}

export const confirmIn = async (user: User, verb: string) => {
  const question = await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-modal-confirm')].at(-1)
    if (!found) throw new Error('no question')
    return found as HTMLElement
  })
  const text = question.textContent
  await user.click(within(question).getByRole('button', { name: verb }))
  return text
}

export async function open(
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

/** Pictures of captures on load machines: packets that the agent of the installation captures while the shop is visited. */
import { calls } from '@pone/contract/calls/registry.ts'
import type { Capture } from '@pone/contract/entities/capture.ts'
import type { Page } from 'playwright-core'
import { chooseCaptureMachine } from '../driver/recordings.ts'
import { eventually } from '../harness/eventually.ts'
import {
  type Act,
  type AnswerData,
  callerOn,
  changeAnswer,
  type Ids,
  type Picture,
  picture,
} from './picture.ts'

/** More than one page of conversations. */
const visits = 64
/** The agent starts a program and sends its file. */
const patienceMs = 60_000

/** Captures packets of the shop until the state is reached. */
const captured =
  (state: Capture['state'], from = 'lo') =>
  async (page: Page, ids: Ids) => {
    const { project: projectId = '', shop = '' } = ids
    const api = await callerOn(page)
    const [machine] = await api.send(calls.capture.machines, { projectId })
    const { id } = await api.send(calls.capture.start, {
      projectId,
      agentId: machine?.id ?? '',
      interface: from,
      host: null,
      port: Number(new URL(shop).port),
      protocol: 'tcp',
      seconds: 600,
      megabytes: 50,
    })
    const reach = (wanted: Capture['state']) =>
      eventually({
        what: `a capture that is ${wanted}`,
        patienceMs,
        look: async () =>
          (await api.send(calls.capture.current, { projectId })).capture?.state === wanted ? true : undefined,
      })
    if (state === 'failed') return reach(state)
    await reach('running')
    for (let number = 1; number <= visits; number++) {
      const path = number % 4 === 0 ? 'goods?page=2' : `goods/${number}`
      const answer = await fetch(`${shop}/api/${path}`, { headers: { connection: 'close' } })
      await answer.text()
    }
    if (state === 'running') return undefined
    await api.send(calls.capture.stop, { projectId, id })
    return reach('complete')
  }

async function discard(page: Page, { project: projectId = '' }: Ids): Promise<void> {
  const api = await callerOn(page)
  const { capture } = await api.send(calls.capture.current, { projectId })
  if (capture !== null) await api.send(calls.capture.discard, { projectId, id: capture.id })
}

/** The dialog with the capture that the person has. */
async function open(page: Page): Promise<void> {
  await page.locator('.cd-tree-bar button').first().click()
  await page.locator('[role=menuitem]:has(.anticon-video-camera)').click()
  await page.locator('.ant-modal section.cd-recording-format button').first().waitFor()
}

/** A state that is over too soon for a picture. */
const sending = ({ capture }: AnswerData): object => {
  const { bytes } = capture as Capture
  return { capture: { ...capture, state: 'sending', removedAt: null, sentBytes: Math.floor(bytes / 2) } }
}
/** The machine as it is without the setting of its owner. */
const shared = (data: AnswerData): object => ({ ...data, right: 'own' })

/** @param design address of a component that is edited */
export const capturePictures = (design: string): Picture[] => {
  const state = (name: string, act: Act) =>
    picture('tester', 'prComponentDesign', `machine-capture-${name}`, design, act, discard)
  return [
    picture('tester', 'prComponentDesign', 'machine-capture', design, chooseCaptureMachine),
    state('shared', async page => {
      await changeAnswer(page, 'capture/interfaces', shared)
      await chooseCaptureMachine(page)
      await page.locator('.ant-modal .cd-machine-capture .ant-alert').waitFor()
    }),
    state('hostWrong', async page => {
      await chooseCaptureMachine(page)
      await page.locator('.cd-machine-capture input[placeholder="10.0.0.5"]').fill('orders.mall.example.com')
      await page.locator('.cd-machine-capture-problem').waitFor()
    }),
    state('running', async (page, ids) => {
      await captured('running')(page, ids)
      await open(page)
      await page.locator('.ant-modal [role=status]', { hasText: /\d{3}/ }).waitFor()
    }),
    state('sending', async (page, ids) => {
      await captured('complete')(page, ids)
      await changeAnswer(page, 'capture/current', sending)
      await open(page)
    }),
    state('complete', async (page, ids) => {
      await captured('complete')(page, ids)
      await open(page)
    }),
    state('failed', async (page, ids) => {
      await captured('failed', 'eth9')(page, ids)
      await open(page)
    }),
    state('conversations', async (page, ids) => {
      await captured('complete')(page, ids)
      await open(page)
      await page.locator('.ant-modal section .ant-btn-primary').click()
      await page.locator('.ant-modal .ant-table-row-expand-icon-collapsed').nth(1).click()
    }),
  ]
}

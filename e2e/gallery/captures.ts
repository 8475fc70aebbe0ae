/** Pictures of captures on load machines: under way, on its way to the server, complete and failed. */
import type { Capture } from '@pone/contract/entities/capture.ts'
import { toldCause } from '@pone/contract/told-cause.ts'
import type { Page } from 'playwright-core'
import { answered } from './answered.ts'
import { type Picture, picture } from './picture.ts'

const capture: Capture = {
  id: '3f2b7c1e-2f30-4d6e-9a53-0f6d0a1f9b11',
  agentId: 'a',
  machine: 'load-1',
  order: { interface: 'any', host: '10.0.0.5', port: 8_080, protocol: 'tcp', seconds: 120, megabytes: 50 },
  state: 'running',
  end: null,
  cause: '',
  startedAt: 0,
  packets: 18_240,
  bytes: 12_582_912,
  dropped: null,
  sentBytes: 0,
  removedAt: null,
}
const states = {
  running: capture,
  sending: { ...capture, state: 'sending', end: 'stopped', dropped: 0, sentBytes: 5_242_880 },
  complete: { ...capture, state: 'complete', end: 'timeLimit', dropped: 312, removedAt: 1 },
  failed: {
    ...capture,
    state: 'failed',
    cause: toldCause(
      'captureNoRight',
      { grant: 'sudo setcap cap_net_raw,cap_net_admin=eip /usr/bin/tcpdump' },
      "tcpdump: eth0: You don't have permission to perform this capture on that device",
    ),
  },
} as const satisfies Record<string, Capture>

const open = async (page: Page) => {
  await page.locator('.cd-tree-bar button').first().click()
  await page.locator('[role=menuitem]:has(.anticon-video-camera)').click()
  await page.locator('.ant-modal section.cd-recording-format button').first().waitFor()
}

/** @param design address of a component that is edited */
export const captureStates = (design: string): Picture[] =>
  Object.entries(states).map(([name, shown]) =>
    picture(
      'tester',
      'prComponentDesign',
      `machine-capture-${name}`,
      design,
      answered({ 'capture/current': { capture: shown } }, '.cd-tree-bar button', open),
    ),
  )

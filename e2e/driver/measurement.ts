/** What measurements of pages share: an installation, a user with a project, and a window of Chromium in it. */
import { calls } from '@pone/contract/calls/registry.ts'
import { errorStack } from '@pone/schema/error-text.ts'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../harness/chromium.ts'
import { createClosers } from '../harness/closers.ts'
import { type Installation, startInstallation } from '../harness/installation.ts'
import { openSignIn, type Pone } from './pone.ts'
import { type Api, registerByApi, signInByApi } from './preparation.ts'
import { enterProject } from './projects.ts'

const captcha = 'b5e2'
const who = { account: 'page.times', password: 'Timing12#' }

export interface Measured {
  readonly browser: Browser
  readonly pone: Pone
}

/** Makes the project in which the page is opened, with this name and code. */
export type MakeProject = (
  project: { readonly name: string; readonly code: string },
  prepared: { readonly api: Api; readonly installation: Installation },
) => Promise<unknown>

const emptyProject: MakeProject = (project, { api }) => api.send(calls.project.create, project)

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Sets up, measures and ends everything; the exit code of the process tells whether it could be measured. */
export async function measureInChromium(
  measure: (measured: Measured) => Promise<void>,
  makeProject: MakeProject = emptyProject,
): Promise<void> {
  const closers = createClosers()
  try {
    const installation = await startInstallation({ captcha, keepsData: false })
    closers.add(() => installation.stop())
    await registerByApi(installation, who, captcha, 'Page times')
    const api = await signInByApi(installation, who, captcha)
    const project = { name: 'Measured', code: 'MSR-1' }
    await makeProject(project, { api, installation })
    const browser = await launchChromium(false)
    closers.add(() => browser.close())
    const context = await browser.newContext({
      baseURL: installation.address,
      viewport: { width: 1440, height: 900 },
    })
    const pone = await openSignIn(context, { language: 'en', captcha })
    await pone.signIn(who)
    await enterProject(pone, project.name)
    await measure({ browser, pone })
  } catch (cause) {
    say(errorStack(cause))
    process.exitCode = 1
  } finally {
    await closers.closeAll()
  }
}

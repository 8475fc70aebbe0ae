/** All texts of the interface: the features' message files joined; a new feature adds its line. */
import type { Bilingual } from '@pone/contract/call.ts'
import { plainMessages } from './features/plain/messages.ts'
import { scenarioMessages } from './features/scenarios/messages.ts'
import { signInMessages } from './features/sign-in/messages.ts'
import { libMessages } from './lib/messages.ts'
import { routeMessages } from './route-messages.ts'
import { chartMessages } from './ui/chart-messages.ts'
import { uiMessages } from './ui/messages.ts'
import { runStateMessages } from './ui/run-state-messages.ts'

export const messages = {
  ...chartMessages,
  ...scenarioMessages,
  ...routeMessages,
  ...libMessages,
  ...uiMessages,
  ...runStateMessages,
  ...plainMessages,
  ...signInMessages,
} as const satisfies Record<string, Bilingual>

export type MessageKey = keyof typeof messages

/** All texts of this feature, for the product's message catalogue. */
import { catalogueMessages } from './catalogue/messages.ts'
import { debugMessages } from './debug/messages.ts'
import { editorMessages } from './editor/messages.ts'
import { parameterMessages } from './parameters/messages.ts'
import { formMessages } from './request/messages.ts'
import { settingMessages } from './settings/messages.ts'

export const componentMessages = {
  ...catalogueMessages,
  ...editorMessages,
  ...formMessages,
  ...settingMessages,
  ...parameterMessages,
  ...debugMessages,
} as const

/** Calls on project templates. */
import type { Calls } from '@pone/contract/calls/registry.ts'
import type { Handlers } from '../../calls/handler.ts'
import type { TemplateService } from './template.service.ts'

export function createProjectTemplateApi(templates: TemplateService): Handlers<Calls['projectTemplate']> {
  return {
    list: () => templates.list(),
    save: async (input, caller) => {
      caller.audit.target(input.name)
      if (input.id !== null) caller.audit.before(await templates.get(input.id))
      caller.audit.after(input)
      return templates.save(input)
    },
    delete: async ({ id }, caller) => {
      const before = await templates.get(id)
      caller.audit.target(before.name)
      caller.audit.before(before)
      await templates.delete(id)
      return {}
    },
  }
}

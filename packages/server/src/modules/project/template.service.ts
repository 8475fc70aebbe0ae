/** Rules of project templates: named sets of properties that a new project can take over. */
import { randomUUID } from 'node:crypto'
import type { ProjectTemplate } from '@pone/contract/entities/project.ts'
import { AppError } from '@pone/contract/errors.ts'
import { minTemplateProperties } from '@pone/schema/limits.ts'
import type { Clock } from '../../adapters/clock.ts'
import { isUniqueViolation } from '../../adapters/database/database-error.ts'
import { assertProperties } from './project-rules.ts'
import type { TemplateRepository } from './template.repository.ts'

export interface TemplateService {
  list(): Promise<ProjectTemplate[]>
  /** @throws AppError NotFound */
  get(id: string): Promise<ProjectTemplate>
  /** `id` null makes a new one. @throws AppError NotFound, TemplateTooSmall, NameExists, DatePropertyDefault, BadInput */
  save(
    template: Pick<ProjectTemplate, 'name' | 'properties'> & { id: string | null },
  ): Promise<ProjectTemplate>
  delete(id: string): Promise<void>
}

export function createTemplateService(repository: TemplateRepository, clock: Clock): TemplateService {
  const get = async (id: string): Promise<ProjectTemplate> => {
    const template = await repository.find(id)
    if (template === undefined) throw new AppError('NotFound', { what: 'projectTemplate' })
    return template
  }
  return {
    list: () => repository.list(),
    get,
    save: async ({ id, name, properties }) => {
      if (properties.length < minTemplateProperties) throw new AppError('TemplateTooSmall')
      assertProperties(properties, 'properties')
      const template = { id: id ?? randomUUID(), name, properties, updatedAt: clock() }
      if (id !== null) await get(id)
      const stored = id === null ? repository.insert(template) : repository.update(template)
      await stored.catch((cause: unknown) => {
        if (isUniqueViolation(cause)) throw new AppError('NameExists', { name }, { cause })
        throw cause
      })
      return template
    },
    delete: async id => {
      await get(id)
      await repository.delete(id)
    },
  }
}

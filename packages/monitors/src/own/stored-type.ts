/** Types of one's own as they are stored: read again by the rules of today, and made to ask through the second barrier. */
import { requestSchemas, type TransportName } from '../requests.ts'
import { type MonitorSection, type MonitorType, monitorTypeSchema } from '../type.ts'
import { requestFaults } from './request-rules.ts'

/** Undefined when this version of the product does not understand the type, or would refuse it. */
export function readOwnType(definition: unknown): MonitorType | undefined {
  const read = monitorTypeSchema.safeParse(definition)
  return read.success && requestFaults(read.data).length === 0 ? isolated(read.data) : undefined
}

/** The type with statements that the database itself holds to reading. */
export const isolated = (type: MonitorType): MonitorType => ({
  ...type,
  sections: type.sections.map(section => isolatedSection(section, section.transport ?? type.transport)),
})

function isolatedSection(section: MonitorSection, transport: TransportName): MonitorSection {
  const isStatement = requestSchemas[transport] === requestSchemas.postgresql
  return isStatement ? { ...section, request: { ...Object(section.request), isIsolated: true } } : section
}

/** Every property of an element as stored in the plan: name, type and value, nested ones indented. */
import { setProperty } from '@pone/jmeter/jmx/edit-properties.ts'
import type { JmxNode } from '@pone/jmeter/jmx/plan.ts'
import { isScalar, type JmxProperty, type PropertyPath } from '@pone/jmeter/jmx/property.ts'
import { useT } from '../../../lib/i18n.ts'
import { usePlan } from '../plan/plan-context.ts'
import { TypedField } from './typed-field.tsx'

interface RawRow {
  readonly path: PropertyPath
  readonly depth: number
  readonly property: JmxProperty
}

/** Unique names identify properties; others are identified by their position. */
function rawRows(properties: readonly JmxProperty[], path: PropertyPath = [], depth = 0): RawRow[] {
  return properties.flatMap((property, index) => {
    const isFirst = properties.findIndex(other => other.name === property.name) === index
    const own = [...path, isFirst && property.name !== '' ? property.name : index]
    return [{ path: own, depth, property }, ...rawRows(property.properties, own, depth + 1)]
  })
}

export function RawProperties({ node }: { readonly node: JmxNode }) {
  const t = useT()
  const { edit } = usePlan()
  const rows = rawRows(node.properties)
  return (
    <table className="jm-raw">
      <caption className="visually-hidden">{t('jmeterPlan.raw')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('jmeterPlan.raw.name')}</th>
          <th scope="col">{t('jmeterPlan.raw.type')}</th>
          <th scope="col">{t('jmeterPlan.raw.value')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>testclass</td>
          <td className="cd-help">–</td>
          <td className="cd-mono">{node.testclass}</td>
        </tr>
        <tr>
          <td>guiclass</td>
          <td className="cd-help">–</td>
          <td className="cd-mono">{node.guiclass}</td>
        </tr>
        {rows.map(({ path, depth, property }) => (
          <tr key={path.join('/')}>
            <td style={{ paddingInlineStart: 8 + depth * 16 }} className="cd-mono">
              {property.name || t('jmeterPlan.raw.unnamed')}
            </td>
            <td className="cd-help">{property.tag}</td>
            <td>
              {isScalar(property) ? (
                <TypedField
                  className="cd-mono"
                  isPlain
                  lines={[1, 12]}
                  value={property.value}
                  label={property.name}
                  onChange={value =>
                    edit(plan => setProperty(plan, node.key, path, value), {
                      joinKey: `${node.key}:${path.join('/')}`,
                    })
                  }
                />
              ) : (
                <span className="cd-help">
                  {property.elementType || t('jmeterPlan.raw.count', { count: property.properties.length })}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Page jmeterComponentDesign: JMeter components with their standalone execution; combined here because features never import each other. */
import { JmeterTrial } from './features/components/debug/jmeter-trial.tsx'
import { JmeterDesign } from './features/jmeter/jmeter-design.tsx'

export function Page() {
  return <JmeterDesign Trial={JmeterTrial} />
}

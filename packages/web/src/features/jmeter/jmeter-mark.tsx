/** The icon of a JMeter component in trees and lists. */
import { ExperimentOutlined } from '@ant-design/icons'

export function JMeterMark() {
  return <ExperimentOutlined aria-hidden className="jm-mark" />
}

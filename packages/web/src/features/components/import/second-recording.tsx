/** A second recording of the same steps, by which the dynamic values of the first one are known. */
import { CloseOutlined } from '@ant-design/icons'
import { Alert, Button, Upload } from 'antd'
import { useT } from '../../../lib/i18n.ts'
import type { RecordingFile, RecordingImport } from './use-recording.ts'

type ReadFile = Extract<RecordingFile, { readonly state: 'read' }>

export function SecondRecording({ reading: { file, compareWith } }: { readonly reading: RecordingImport }) {
  const t = useT()
  if (file.state !== 'read' || !isComparable(file)) return null
  return (
    <div className="cd-recording-second">
      <Compared file={file} />
      <div className="cd-recording-bar">
        <Upload
          accept=".har,.pcap,.pcapng,.cap,.json"
          showUploadList={false}
          beforeUpload={second => {
            compareWith(second)
            return false
          }}
        >
          <Button size="small">{t('component.recording.compare')}</Button>
        </Upload>
        {file.second === undefined ? (
          <span className="cd-help">{t('component.recording.compareHelp')}</span>
        ) : (
          <Button size="small" type="text" icon={<CloseOutlined />} onClick={() => compareWith(null)}>
            {t('component.recording.compareRemove')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Requests that were recorded with their responses. */
const isComparable = ({ recording: { mix, exchanges } }: ReadFile): boolean =>
  mix === undefined && exchanges.some(({ response }) => response !== null)

function Compared({ file: { second: name = '', recording } }: { readonly file: ReadFile }) {
  const t = useT()
  const { compared, dynamicValues, typedValues } = recording
  if (compared === undefined) return null
  if (compared === 'unknownFormat')
    return <Alert type="error" showIcon title={t('component.recording.compareUnknown', { name })} />
  const { matched, requests } = compared
  if (matched === 0)
    return <Alert type="error" showIcon title={t('component.recording.compareNothing', { name })} />
  const dynamic = dynamicValues.filter(({ reason }) => reason === 'differs').length
  const others = typedValues.filter(({ kind }) => kind === 'differs').length
  return (
    <p role="status" className="cd-recording-mix">
      {t('component.recording.compared', { name, matched, requests, dynamic, others })}
    </p>
  )
}

/** Elements of FTP and TCP. */

import { account } from './account.ts'
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import { file, flag, lines, number, text } from './fields.ts'

const ftp: readonly ItemDefinition[] = [
  text('FTPSampler.server', '服务器名称或 IP', 'Server name or IP'),
  number('FTPSampler.port', '端口', 'Port', { max: 65_535 }),
  text('FTPSampler.filename', '远程文件', 'Remote file'),
  file('FTPSampler.localfilename', '本地文件', 'Local file'),
  lines('FTPSampler.inputdata', '本地文件内容', 'Local file contents'),
  flag('FTPSampler.upload', '上传（否则下载）', 'Put (otherwise get)'),
  flag('FTPSampler.binarymode', '二进制模式', 'Binary mode'),
  flag('FTPSampler.saveresponse', '保存文件到响应', 'Save file in response'),
]

const tcp: readonly ItemDefinition[] = [
  text('TCPSampler.classname', 'TCPClient 类名', 'TCPClient class name'),
  text('TCPSampler.server', '服务器名称或 IP', 'Server name or IP'),
  number('TCPSampler.port', '端口', 'Port', { max: 65_535 }),
  number('TCPSampler.ctimeout', '连接超时（毫秒）', 'Connect time-out (ms)'),
  number('TCPSampler.timeout', '响应超时（毫秒）', 'Response time-out (ms)'),
  flag('TCPSampler.reUseConnection', '重用连接', 'Re-use connection', { initial: 'true' }),
  flag('TCPSampler.closeConnection', '关闭连接', 'Close connection'),
  flag('TCPSampler.nodelay', '设置无延迟', 'Set no delay'),
  number('TCPSampler.soLinger', 'SO_LINGER（秒）', 'SO_LINGER (s)'),
  number('TCPSampler.EolByte', '行尾字节值', 'End-of-line byte value', { min: -128, max: 127 }),
  lines('TCPSampler.request', '要发送的文本', 'Text to send'),
]

export const networkElements: readonly ElementDefinition[] = [
  ...elementsOf('sampler', [
    {
      testclass: 'FTPSampler',
      guiclass: 'FtpTestSamplerGui',
      icon: 'network',
      zh: 'FTP 请求',
      en: 'FTP Request',
      items: [...ftp, ...account],
    },
    {
      testclass: 'TCPSampler',
      guiclass: 'TCPSamplerGui',
      icon: 'network',
      zh: 'TCP 取样器',
      en: 'TCP Sampler',
      items: [...tcp, ...account],
    },
  ]),
  ...elementsOf('config', [
    {
      testclass: 'ConfigTestElement',
      guiclass: 'FtpConfigGui',
      icon: 'network',
      zh: 'FTP 默认请求',
      en: 'FTP Request Defaults',
      items: ftp,
    },
    {
      testclass: 'ConfigTestElement',
      guiclass: 'TCPConfigGui',
      icon: 'network',
      zh: 'TCP 取样器配置',
      en: 'TCP Sampler Config',
      items: tcp,
    },
  ]),
]

/** Samplers of JMS. */
import { type ElementDefinition, elementsOf, type ItemDefinition } from './element.ts'
import {
  argumentTable,
  choice,
  column,
  file,
  flag,
  lines,
  nested,
  number,
  password,
  table,
  text,
  textFlag,
} from './fields.ts'

const jndi: readonly ItemDefinition[] = [
  textFlag('jms.jndi_properties', '使用 jndi.properties 文件', 'Use jndi.properties file'),
  text('jms.initial_context_factory', 'JNDI 初始上下文工厂', 'JNDI initial context factory'),
  text('jms.provider_url', '提供者 URL', 'Provider URL'),
  text('jms.connection_factory', '连接工厂', 'Connection factory'),
  text('jms.topic', '目标', 'Destination'),
  flag('jms.authenticate', '需要授权', 'Authorization required'),
  text('jms.security_principle', '用户', 'User'),
  password('jms.security_credentials', '密码', 'Password'),
  number('jms.iterations', '聚合的样本数', 'Number of samples to aggregate'),
  text('jms_error_reconnect_on_codes', '遇到这些错误码时重连', 'Reconnect on error codes'),
]

const atStartup = textFlag(
  'jms.destination_static',
  '只在启动时获取目标',
  'Look the destination up at start-up only',
  {
    initial: 'true',
  },
)

const jmsProperties = (name: string) =>
  nested(name, { elementType: 'JMSProperties' }, [
    table('JMSProperties.properties', 'JMS 属性', 'JMS properties', {
      elementType: 'JMSProperty',
      nameColumn: 'JMSProperty.name',
      columns: [
        column('JMSProperty.name', '名称', 'Name'),
        column('JMSProperty.value', '值', 'Value'),
        column('JMSProperty.type', '类型', 'Type', { initial: 'java.lang.String' }),
      ],
    }),
  ])

export const messagingElements: readonly ElementDefinition[] = [
  ...elementsOf('sampler', [
    {
      testclass: 'PublisherSampler',
      guiclass: 'JMSPublisherGui',
      icon: 'message',
      zh: 'JMS 发布',
      en: 'JMS Publisher',
      items: [
        ...jndi,
        atStartup,
        number('jms.expiration', '过期时间（毫秒）', 'Expiration (ms)'),
        number('jms.priority', '优先级', 'Priority', { max: 9 }),
        flag('jms.non_persistent', '非持久投递', 'Non-persistent delivery'),
        choice('jms.config_choice', '消息来源', 'Message source', [
          ['jms_use_text', '文本框', 'Text area'],
          ['jms_use_file', '文件', 'From file'],
          ['jms_use_random_file', '随机文件', 'Random file from folder'],
        ]),
        choice('jms.config_msg_type', '消息类型', 'Message type', [
          ['jms_text_message', '文本', 'Text message'],
          ['jms_map_message', '映射', 'Map message'],
          ['jms_object_message', '对象', 'Object message'],
          ['jms_bytes_message', '字节', 'Bytes message'],
        ]),
        text('jms.file_encoding', '文件编码', 'File encoding'),
        lines('jms.text_message', '消息内容', 'Message text'),
        file('jms.input_file', '消息文件', 'Message file'),
        text('jms.random_path', '随机文件所在目录', 'Folder of random files'),
        jmsProperties('jms.jmsProperties'),
      ],
    },
    {
      testclass: 'SubscriberSampler',
      guiclass: 'JMSSubscriberGui',
      icon: 'message',
      zh: 'JMS 订阅',
      en: 'JMS Subscriber',
      items: [
        ...jndi,
        atStartup,
        text('jms.durableSubscriptionId', '持久订阅 ID', 'Durable subscription id'),
        text('jms.clientId', '客户端 ID', 'Client id'),
        text('jms.selector', 'JMS 选择器', 'JMS selector'),
        textFlag('jms.read_response', '保存响应', 'Store response', { initial: 'true', absent: 'false' }),
        number('jms.timeout', '超时（毫秒）', 'Time-out (ms)'),
        choice(
          'jms.client_choice',
          '客户端',
          'Client',
          [
            ['jms_subscriber_receive', '用 MessageConsumer.receive()', 'Use MessageConsumer.receive()'],
            [
              'jms_subscriber_on_message',
              '用 MessageListener.onMessage()',
              'Use MessageListener.onMessage()',
            ],
          ],
          { absent: 'jms_subscriber_on_message' },
        ),
        flag('jms.stop_between_samples', '两次取样之间停止', 'Stop between samples', { initial: 'true' }),
        text('jms.separator', '分隔符', 'Separator'),
        number('jms_error_pause_between', '出错后暂停（毫秒）', 'Pause after an error (ms)'),
      ],
    },
    {
      testclass: 'JMSSampler',
      guiclass: 'JMSSamplerGui',
      icon: 'message',
      zh: 'JMS 点到点',
      en: 'JMS Point-to-Point',
      items: [
        text('JMSSampler.queueconnectionfactory', '队列连接工厂', 'Queue connection factory'),
        text('JMSSampler.SendQueue', '请求队列', 'Request queue'),
        text('JMSSampler.ReceiveQueue', '接收队列', 'Receive queue'),
        choice(
          'JMSSampler.communicationStyle',
          '通信方式',
          'Communication style',
          [
            ['0', '只发送请求', 'Request only'],
            ['1', '请求和响应', 'Request response'],
            ['2', '读取', 'Read'],
            ['3', '浏览', 'Browse'],
            ['4', '清空', 'Clear'],
          ],
          { type: 'int' },
        ),
        text('JMSSampler.jmsSelector', 'JMS 选择器', 'JMS selector'),
        flag('JMSSampler.useReqMsgIdAsCorrelId', '用请求消息 ID 关联', 'Use request message id to correlate'),
        flag(
          'JMSSampler.useResMsgIdAsCorrelId',
          '用响应消息 ID 关联',
          'Use response message id to correlate',
        ),
        number('JMSSampler.timeout', '超时（毫秒）', 'Time-out (ms)'),
        number('JMSSampler.expiration', '过期时间（毫秒）', 'Expiration (ms)'),
        number('JMSSampler.priority', '优先级', 'Priority', { max: 9 }),
        flag('JMSSampler.isNonPersistent', '非持久投递', 'Non-persistent delivery'),
        number('JMSSampler.jmsNumberOfSamplesToAggregate', '聚合的样本数', 'Number of samples to aggregate'),
        lines('HTTPSamper.xml_data', '内容', 'Content'),
        text('JMSSampler.initialContextFactory', 'JNDI 初始上下文工厂', 'JNDI initial context factory'),
        text('JMSSampler.contextProviderUrl', '提供者 URL', 'Provider URL'),
        argumentTable('JMSSampler.jndiProperties', 'JNDI 属性', 'JNDI properties'),
        jmsProperties('arguments'),
      ],
    },
  ]),
]

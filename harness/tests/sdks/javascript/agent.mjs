// A small agent on the official JavaScript SDK, for the judge to be tested on.
//
// `agent.mjs [PORT]` listens on 127.0.0.1 and says where. It ends with its standard input, so that it outlives no test.
// The first word of a task's first message says what the agent does with it. Below /minimal there is a second agent
// without streaming, push notifications and extended card.

import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

// What is installed stands beside the build, not beside this file.
const installed = createRequire(`${process.env.SDK_HOME}/package.json`);
const express = installed('express');
const { AgentCard, Message, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } = installed('@a2a-js/sdk');
const server = installed('@a2a-js/sdk/server');
const { agentCardHandler, jsonRpcHandler, restHandler } = installed('@a2a-js/sdk/server/express');

// Nobody reads on after the address, and the SDK is talkative.
console.log = console.info = console.error;

const { AgentEvent } = server;
const USERS = new Map([['alice-token', 'alice'], ['bob-token', 'bob'], ['premium-token', 'premium']]);

/** Does what the first word says. */
class Agent {
  /** By task: its context, and what stops its work. */
  tasks = new Map();

  async execute({ taskId, contextId, userMessage, task }, bus) {
    const stop = new AbortController();
    this.tasks.set(taskId, { contextId, stop });
    const pause = (ms) => sleep(ms, undefined, { signal: stop.signal });
    const say = (text, ofTask = { taskId }) =>
      ({ messageId: randomUUID(), contextId, role: 'ROLE_AGENT', parts: [{ text }], ...ofTask });
    const status = (state, message) => bus.publish(statusUpdate(taskId, contextId, state, message));
    const chunk = (text, append, lastChunk) => bus.publish(AgentEvent.artifactUpdate(TaskArtifactUpdateEvent.fromJSON({
      taskId, contextId, append, lastChunk, artifact: { artifactId: 'result', parts: [{ text }] },
    })));
    const finish = () => {
      chunk('done', false, true);
      status('COMPLETED');
    };

    const said = userMessage.parts.find((part) => part.content?.$case === 'text')?.content.value ?? '';
    const word = said.split(' ')[0];
    if (word === 'reply' && !task) {
      bus.publish(AgentEvent.message(Message.fromJSON(say('hello', {}))));
      bus.finished();
      return;
    }
    // The SDK wants a task first, also where it goes on.
    bus.publish(AgentEvent.task(task ?? Task.fromJSON({
      id: taskId, contextId, history: [Message.toJSON(userMessage)],
      status: { state: 'TASK_STATE_SUBMITTED', timestamp: new Date().toISOString() },
    })));
    try {
      switch (task ? 'answered' : word) {
        case 'stream':
          status('WORKING');
          for (const [place, text] of ['one ', 'two ', 'three'].entries()) {
            // Apart in time, so that timestamps of a millisecond tell them apart and readers keep up.
            await pause(20);
            chunk(text, place > 0, place === 2);
            await pause(20);
            if (place === 1) status('WORKING', say('nearly there'));
          }
          status('COMPLETED');
          break;
        case 'slow':
          status('WORKING');
          await pause(300);
          finish();
          break;
        case 'hold':
          status('WORKING');
          await pause(60_000);
          finish();
          break;
        case 'ask': status('INPUT_REQUIRED', say('which one?')); break;
        case 'authorize': status('AUTH_REQUIRED', say('please let me read your calendar')); break;
        case 'reject': status('REJECTED', say('not this')); break;
        case 'fail':
          status('WORKING');
          status('FAILED', say('it broke'));
          break;
        default:
          status('WORKING');
          finish();
      }
    } catch (why) {
      if (!stop.signal.aborted) throw why;
    }
  }

  async cancelTask(taskId, bus) {
    const { contextId, stop } = this.tasks.get(taskId);
    stop.abort();
    bus.publish(statusUpdate(taskId, contextId, 'CANCELED'));
    bus.finished();
  }
}

function statusUpdate(taskId, contextId, state, message) {
  return AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({
    taskId, contextId, status: { state: `TASK_STATE_${state}`, timestamp: new Date().toISOString(), message },
  }));
}

const card = (base, whole, skills = ['obey']) => AgentCard.fromJSON({
  name: 'javascript', description: 'Does what the first word says', version: '1.0.0',
  supportedInterfaces: [
    { url: `${base}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: `${base}/rest`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: whole, pushNotifications: whole, extendedAgentCard: whole },
  securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
  securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'],
  skills: skills.map((id) => ({ id, name: id, description: 'Does what it is told', tags: ['test'] })),
});

/** Serves one agent on a router of its own. */
function serve(base, whole) {
  const configs = new server.InMemoryPushNotificationStore();
  const extended = async ({ user }) => card(base, whole, user.userName === 'premium' ? ['obey', 'secret'] : ['obey']);
  const requestHandler = new server.DefaultRequestHandler(
    card(base, whole), new server.InMemoryTaskStore(), new Agent(), undefined,
    whole ? configs : undefined, whole ? new server.DefaultPushNotificationSender(configs) : undefined,
    whole ? extended : undefined, undefined, { validateInputModes: true },
  );
  const userBuilder = async ({ user }) => user;
  const router = express.Router();
  router.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }));
  router.use(letIn);
  router.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder }));
  router.use('/rest', restHandler({ requestHandler, userBuilder }));
  return router;
}

/** Lets known users in. */
function letIn(request, response, next) {
  const [, token] = /^bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const userName = USERS.get(token);
  if (userName) {
    request.user = { isAuthenticated: true, userName };
    next();
    return;
  }
  const error = { code: 401, status: 'UNAUTHENTICATED', message: 'who are you?' };
  response.status(401).set('WWW-Authenticate', 'Bearer').json({ error });
}

const app = express();
const listener = app.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const origin = `http://127.0.0.1:${listener.address().port}`;
  app.use('/minimal', serve(`${origin}/minimal`, false));
  app.use(serve(origin, true));
  process.stdout.write(`${origin}\n`);
});
process.stdin.resume().on('end', () => process.exit(0));

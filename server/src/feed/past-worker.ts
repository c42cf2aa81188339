// Computes the simulated past in a thread of its own: a page of candles takes tens of milliseconds, and no order may
// wait for that.
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type CandleText, candleText } from '@maru/contract/candle-text';
import { createPastBlocks } from './past-blocks.ts';
import { type PastQuestion, type PastReply, type PastWorkerData, packCandles } from './past-messages.ts';
import { createPastStocks } from './past-stocks.ts';

const port = parentPort;
if (port === null) throw new Error('this file runs in a worker thread');

// Orders have priority when there are fewer cores than work: requests for random windows of the past can keep this
// thread busy. On Linux a priority belongs to a thread, and this link ends in the id of the thread that reads it.
if (process.platform === 'linux') {
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), 10);
}

const stocks = createPastStocks(workerData as PastWorkerData);
const candlesIn = createPastBlocks(
  (stock, period, window) => stocks.get(stock)?.candles(period, window) ?? [],
);

function answerTo(question: PastQuestion): BigInt64Array<ArrayBuffer> | CandleText {
  if (question.kind === 'price') {
    const price = stocks.get(question.stock)?.tickAt(question.at)?.last;
    return price === undefined ? new BigInt64Array(0) : BigInt64Array.of(price);
  }
  const { stock, period, window, until } = question;
  const candles = candlesIn(stock, period, window, until);
  return question.kind === 'text' ? candleText(candles.slice(-question.most)) : packCandles(candles);
}

port.on('message', (question: PastQuestion) => {
  try {
    const result = answerTo(question);
    port.postMessage({ ok: true, result } satisfies PastReply, 'buffer' in result ? [result.buffer] : []);
  } catch (fault) {
    port.postMessage({ ok: false, message: String(fault) } satisfies PastReply);
  }
});

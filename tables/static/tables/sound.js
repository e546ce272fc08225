/** Short tones made by the browser itself. "Your turn" is like no other. */
const TONES = {
  turn: [[660, 0, 0.14], [990, 0.15, 0.26]],
  claim: [[880, 0, 0.09], [880, 0.12, 0.09], [1320, 0.24, 0.2]],
  warn: [[520, 0, 0.1], [520, 0.2, 0.1]],
  card: [[210, 0, 0.05]],
  chips: [[1500, 0, 0.03], [1900, 0.04, 0.03]],
  win: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.12], [1047, 0.36, 0.3]],
};
const LOUD = { turn: 0.22, claim: 0.2, warn: 0.16, win: 0.18, card: 0.06, chips: 0.05 };
let context = null;

/** Browsers give sound only after a touch or a key: call this from one. */
export function unlock() {
  const Context = window.AudioContext;
  if (!Context) return;
  context = context || new Context();
  if (context.state === 'suspended') context.resume().catch(() => {});
}

export function play(name) {
  if (!context || context.state !== 'running') return;
  const now = context.currentTime;
  for (const [pitch, after, length] of TONES[name]) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = name === 'card' ? 'triangle' : 'sine';
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.0001, now + after);
    gain.gain.exponentialRampToValueAtTime(LOUD[name], now + after + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + after + length);
    tone.connect(gain).connect(context.destination);
    tone.start(now + after);
    tone.stop(now + after + length + 0.02);
  }
}

export function buzz() {
  // Chromium refuses, with a console error, before the first touch.
  if (navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate([120, 60, 120]);
}

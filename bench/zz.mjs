import {rank,tableFromColumns,lasso} from 'criba'
function make(n,d,K){const r=(s=>()=>(s=(s*48271)%2147483647)/2147483647)(5); const g=()=>r()+r()+r()+r()+r()+r()-3
const cols={}; for(let j=0;j<d;j++) cols['c'+j]=Float64Array.from({length:n},g)
const y=Array.from({length:n},(_,i)=>{const s=Array.from({length:K},(_,k)=>{let t=g()*1.5;for(let j=0;j<10;j++) t+=cols['c'+(j*7+k)][i]*(j+1)/5*(k?1:0);return t});return 'c'+s.indexOf(Math.max(...s))})
return {cols,y}}
for(const [n,d,K] of JSON.parse(process.argv[2])){ const {cols,y}=make(n,d,K); const t=tableFromColumns({...cols,y})
for(let k=0;k<2;k++){const a=performance.now(); const q=await rank(t,{target:'y',by:[lasso({choose:'bic'})]},{threads:1}); console.log(n,d,K,(performance.now()-a).toFixed(0),q.rankings[0].path.gap,q.rankings[0].path.penalties.length)}}
